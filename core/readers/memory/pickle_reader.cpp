// The stack machine that a pickle is a program for, without the opcodes that run code.
#include <string>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/threads/work.h"
#include "core/readers/memory/pickle.h"
#include "core/readers/memory/pickle_bytes.h"

namespace lanescope {
namespace {

enum Opcode : std::uint8_t {
  kMark = '(',
  kStop = '.',
  kPop = '0',
  kPopMark = '1',
  kDup = '2',
  kBinFloat = 'G',
  kBinInt = 'J',
  kBinInt1 = 'K',
  kBinInt2 = 'M',
  kNone = 'N',
  kBinString = 'T',
  kShortBinString = 'U',
  kBinUnicode = 'X',
  kAppend = 'a',
  kAppends = 'e',
  kBinGet = 'h',
  kLongBinGet = 'j',
  kBinPut = 'q',
  kLongBinPut = 'r',
  kSetItem = 's',
  kTuple = 't',
  kSetItems = 'u',
  kEmptyList = ']',
  kEmptyTuple = ')',
  kEmptyDict = '}',
  kBinBytes = 'B',
  kShortBinBytes = 'C',
  kProto = 0x80,
  kTuple1 = 0x85,
  kTuple2 = 0x86,
  kTuple3 = 0x87,
  kNewTrue = 0x88,
  kNewFalse = 0x89,
  kLong1 = 0x8A,
  kLong4 = 0x8B,
  kShortBinUnicode = 0x8C,
  kBinUnicode8 = 0x8D,
  kBinBytes8 = 0x8E,
  kEmptySet = 0x8F,
  kAddItems = 0x90,
  kFrozenSet = 0x91,
  kMemoize = 0x94,
  kFrame = 0x95,
  kByteArray8 = 0x96,
};

Error broken(std::size_t at) {
  return {Error::Kind::WrongFormat,
          "is a corrupt or truncated pickle (byte " + std::to_string(at) + "); write it again"};
}

}  // namespace

class PickleReader {
 public:
  explicit PickleReader(std::string_view bytes) : bytes_(bytes) { data_.bytes_ = bytes; }

  Result<PickleData> run() {
    while (!stopped_) {
      const std::size_t begin = bytes_.at();
      const auto opcode = static_cast<std::uint8_t>(bytes_.number(1));
      if (bytes_.failed()) return broken(begin);
      if (!take(opcode)) {
        return Error{Error::Kind::Unsupported, "is a pickle with more than plain data (byte " +
                                                   std::to_string(begin) + "), which is never run"};
      }
      if (failed_ || bytes_.failed()) return broken(begin);
    }
    if (stack_.empty()) return broken(bytes_.at());
    LANESCOPE_CHECK(index(stack_.back()) < data_.nodes_.size(), "one of {} objects, not {}",
                    data_.nodes_.size(), stack_.back());
    data_.root_ = stack_.back();
    return std::move(data_);
  }

 private:
  using Kind = PickleData::Kind;

  /// False for opcodes that are not plain data.
  bool take(std::uint8_t opcode) {
    return take_scalar(opcode) || take_text(opcode) || take_container(opcode) ||
           take_memo(opcode) || take_control(opcode);
  }

  bool take_control(std::uint8_t opcode) {
    switch (opcode) {
      case kProto: {
        const std::uint64_t version = bytes_.number(1);
        failed_ |= version < 2 || version > 5;
        return true;
      }
      case kFrame:
        bytes_.number(8);
        return true;
      case kMark:
        marks_.push_back(stack_.size());
        return true;
      case kPop:
        pop();
        return true;
      case kPopMark:
        stack_.resize(mark());
        return true;
      case kDup:
        if (stack_.empty()) {
          failed_ = true;
        } else {
          stack_.push_back(stack_.back());
        }
        return true;
      case kStop:
        stopped_ = true;
        return true;
      default:
        return false;
    }
  }

  bool take_scalar(std::uint8_t opcode) {
    switch (opcode) {
      case kNone:
        push({});
        return true;
      case kNewTrue:
      case kNewFalse:
        push_integer(opcode == kNewTrue ? 1 : 0);
        return true;
      case kBinInt:
        push_integer(static_cast<std::int32_t>(bytes_.number(4)));
        return true;
      case kBinInt1:
        push_integer(static_cast<std::int64_t>(bytes_.number(1)));
        return true;
      case kBinInt2:
        push_integer(static_cast<std::int64_t>(bytes_.number(2)));
        return true;
      case kLong1:
        push_integer(bytes_.long_integer(bytes_.number(1)));
        return true;
      case kLong4:
        push_integer(bytes_.long_integer(bytes_.number(4)));
        return true;
      case kBinFloat:
        push_integer(bytes_.whole_part());
        return true;
      default:
        return false;
    }
  }

  bool take_text(std::uint8_t opcode) {
    switch (opcode) {
      case kShortBinUnicode:
      case kShortBinString:
      case kShortBinBytes:
        push_text(bytes_.number(1));
        return true;
      case kBinUnicode:
      case kBinString:
      case kBinBytes:
        push_text(bytes_.number(4));
        return true;
      case kBinUnicode8:
      case kBinBytes8:
      case kByteArray8:
        push_text(bytes_.number(8));
        return true;
      default:
        return false;
    }
  }

  bool take_container(std::uint8_t opcode) {
    switch (opcode) {
      case kEmptyDict:
        push_container(Kind::Dict, {});
        return true;
      case kEmptyList:
      case kEmptyTuple:
      case kEmptySet:
        push_container(Kind::List, {});
        return true;
      case kTuple:
      case kFrozenSet:
        tuple(mark());
        return true;
      case kTuple1:
      case kTuple2:
      case kTuple3:
        tuple_of(opcode - kTuple1 + 1U);
        return true;
      case kAppend:
        extend(stack_.empty() ? 0 : stack_.size() - 1, false);
        return true;
      case kAppends:
      case kAddItems:
        extend(mark(), false);
        return true;
      case kSetItem:
        extend(stack_.size() < 2 ? 0 : stack_.size() - 2, true);
        return true;
      case kSetItems:
        extend(mark(), true);
        return true;
      default:
        return false;
    }
  }

  bool take_memo(std::uint8_t opcode) {
    switch (opcode) {
      case kMemoize:
        remember(memo_.size());
        return true;
      case kBinPut:
        remember(bytes_.number(1));
        return true;
      case kLongBinPut:
        remember(bytes_.number(4));
        return true;
      case kBinGet:
        recall(bytes_.number(1));
        return true;
      case kLongBinGet:
        recall(bytes_.number(4));
        return true;
      default:
        return false;
    }
  }

  void push(const PickleData::Node& node) {
    if (data_.nodes_.size() >= index(PickleId::None)) {
      failed_ = true;
      return;
    }
    stack_.push_back(static_cast<PickleId>(data_.nodes_.size()));
    data_.nodes_.push_back(node);
  }
  void push_integer(std::int64_t value) { push({Kind::Integer, 0, value}); }

  void push_text(std::uint64_t size) {
    const std::size_t begin = bytes_.skip(size);
    if (bytes_.failed() || size > UINT32_MAX) {
      failed_ = true;
      return;
    }
    push({Kind::Text, static_cast<std::uint32_t>(size), static_cast<std::int64_t>(begin)});
  }

  void push_container(Kind kind, std::vector<PickleData::Item> items) {
    push({kind, 0, static_cast<std::int64_t>(data_.containers_.size())});
    data_.containers_.push_back(std::move(items));
  }

  PickleId pop() {
    if (stack_.empty()) {
      failed_ = true;
      return PickleId::None;
    }
    const PickleId last = stack_.back();
    stack_.pop_back();
    return last;
  }

  /// Takes the last mark: the size the stack had there.
  std::size_t mark() {
    if (marks_.empty() || marks_.back() > stack_.size()) {
      failed_ = true;
      return stack_.size();
    }
    const std::size_t size = marks_.back();
    marks_.pop_back();
    return size;
  }

  void tuple_of(std::size_t count) {
    if (stack_.size() < count) {
      failed_ = true;
    } else {
      tuple(stack_.size() - count);
    }
  }

  void tuple(std::size_t begin) {
    LANESCOPE_CHECK(begin <= stack_.size(), "a place on the stack of {}, not {}", stack_.size(),
                    begin);
    count_work(Work::Events, 1 + stack_.size() - begin);
    std::vector<PickleData::Item> items;
    items.reserve(stack_.size() - begin);
    for (std::size_t i = begin; i < stack_.size(); ++i) {
      items.emplace_back(PickleId::None, stack_[i]);
    }
    stack_.resize(begin);
    push_container(Kind::List, std::move(items));
  }

  /// Moves what stands on the stack from `begin` into the container in front of it.
  void extend(std::size_t begin, bool pairs) {
    if (failed_ || begin == 0 || (pairs && (stack_.size() - begin) % 2 != 0)) {
      failed_ = true;
      return;
    }
    const PickleData::Node node = data_.nodes_[index(stack_[begin - 1])];
    if (node.kind != (pairs ? Kind::Dict : Kind::List)) {
      failed_ = true;
      return;
    }
    count_work(Work::Events, 1 + stack_.size() - begin);
    LANESCOPE_CHECK(static_cast<std::size_t>(node.value) < data_.containers_.size(),
                    "one of {} containers, not {}", data_.containers_.size(), node.value);
    auto& items = data_.containers_[static_cast<std::size_t>(node.value)];
    for (std::size_t i = begin; i < stack_.size(); i += pairs ? 2 : 1) {
      if (pairs) {
        items.emplace_back(stack_[i], stack_[i + 1]);
      } else {
        items.emplace_back(PickleId::None, stack_[i]);
      }
    }
    stack_.resize(begin);
  }

  void remember(std::uint64_t slot) {
    // Writers count slots up; a far one would only waste memory.
    if (stack_.empty() || slot > memo_.size() + kMostUnusedSlots) {
      failed_ = true;
      return;
    }
    if (slot >= memo_.size()) {
      memo_.resize(static_cast<std::size_t>(slot) + 1, PickleId::None);
    }
    memo_[static_cast<std::size_t>(slot)] = stack_.back();
  }

  void recall(std::uint64_t slot) {
    if (slot >= memo_.size() || memo_[static_cast<std::size_t>(slot)] == PickleId::None) {
      failed_ = true;
      return;
    }
    stack_.push_back(memo_[static_cast<std::size_t>(slot)]);
  }

  static std::size_t index(PickleId id) { return static_cast<std::size_t>(id); }

  static constexpr std::uint64_t kMostUnusedSlots = 1024;

  PickleBytes bytes_;
  PickleData data_;
  std::vector<PickleId> stack_, memo_;
  std::vector<std::size_t> marks_;
  bool stopped_ = false, failed_ = false;
};

Result<PickleData> read_pickle(std::string_view bytes) {
  return PickleReader(bytes).run();
}

}  // namespace lanescope
