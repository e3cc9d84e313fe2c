// The stack machine that evaluates a pickle, without the opcodes that execute code.
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
        return taken(version >= 2 && version <= 5);
      }
      case kFrame:
        bytes_.number(8);
        return true;
      case kMark:
        marks_.push_back(stack_.size());
        return true;
      case kPop:
        if (stack_.empty()) return taken(false);
        stack_.pop_back();
        return true;
      case kPopMark:
        stack_.resize(mark());
        return true;
      case kDup:
        if (stack_.empty()) return taken(false);
        stack_.push_back(stack_.back());
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
        return push({});
      case kNewTrue:
      case kNewFalse:
        return push_integer(opcode == kNewTrue ? 1 : 0);
      case kBinInt:
        return push_integer(static_cast<std::int32_t>(bytes_.number(4)));
      case kBinInt1:
        return push_integer(static_cast<std::int64_t>(bytes_.number(1)));
      case kBinInt2:
        return push_integer(static_cast<std::int64_t>(bytes_.number(2)));
      case kLong1:
        return push_integer(bytes_.long_integer(bytes_.number(1)));
      case kLong4:
        return push_integer(bytes_.long_integer(bytes_.number(4)));
      case kBinFloat:
        return push_integer(bytes_.whole_part());
      default:
        return false;
    }
  }

  bool take_text(std::uint8_t opcode) {
    switch (opcode) {
      case kShortBinUnicode:
      case kShortBinString:
      case kShortBinBytes:
        return push_text(bytes_.number(1));
      case kBinUnicode:
      case kBinString:
      case kBinBytes:
        return push_text(bytes_.number(4));
      case kBinUnicode8:
      case kBinBytes8:
      case kByteArray8:
        return push_text(bytes_.number(8));
      default:
        return false;
    }
  }

  bool take_container(std::uint8_t opcode) {
    switch (opcode) {
      case kEmptyDict:
        return push_container(Kind::Dict, {});
      case kEmptyList:
      case kEmptyTuple:
      case kEmptySet:
        return push_container(Kind::List, {});
      case kTuple:
      case kFrozenSet:
        return tuple(mark());
      case kTuple1:
      case kTuple2:
      case kTuple3: {
        const std::size_t count = opcode - kTuple1 + 1U;
        return stack_.size() < count ? taken(false) : tuple(stack_.size() - count);
      }
      case kAppend:
        return extend(stack_.empty() ? 0 : stack_.size() - 1, false);
      case kAppends:
      case kAddItems:
        return extend(mark(), false);
      case kSetItem:
        return extend(stack_.size() < 2 ? 0 : stack_.size() - 2, true);
      case kSetItems:
        return extend(mark(), true);
      default:
        return false;
    }
  }

  bool take_memo(std::uint8_t opcode) {
    switch (opcode) {
      case kMemoize:
        return remember(memo_.size());
      case kBinPut:
        return remember(bytes_.number(1));
      case kLongBinPut:
        return remember(bytes_.number(4));
      case kBinGet:
        return recall(bytes_.number(1));
      case kLongBinGet:
        return recall(bytes_.number(4));
      default:
        return false;
    }
  }

  // These functions return true, as the opcode was recognized; invalid data sets failed_.

  bool taken(bool is_right) {
    failed_ |= !is_right;
    return true;
  }

  bool push(const PickleData::Node& node) {
    if (data_.nodes_.size() >= index(PickleId::None)) return taken(false);
    stack_.push_back(static_cast<PickleId>(data_.nodes_.size()));
    data_.nodes_.push_back(node);
    return true;
  }
  bool push_integer(std::int64_t value) { return push({Kind::Integer, 0, value}); }

  bool push_text(std::uint64_t size) {
    const std::size_t begin = bytes_.skip(size);
    if (bytes_.failed() || size > UINT32_MAX) return taken(false);
    return push({Kind::Text, static_cast<std::uint32_t>(size), static_cast<std::int64_t>(begin)});
  }

  bool push_container(Kind kind, std::vector<PickleData::Item> items) {
    push({kind, 0, static_cast<std::int64_t>(data_.containers_.size())});
    data_.containers_.push_back(std::move(items));
    return true;
  }

  /// Removes the last mark and returns the stack's size at that time.
  std::size_t mark() {
    if (marks_.empty() || marks_.back() > stack_.size()) {
      failed_ = true;
      return stack_.size();
    }
    const std::size_t size = marks_.back();
    marks_.pop_back();
    return size;
  }

  bool tuple(std::size_t begin) {
    LANESCOPE_CHECK(begin <= stack_.size(), "a place on the stack of {}, not {}", stack_.size(),
                    begin);
    count_work(Work::Events, 1 + stack_.size() - begin);
    std::vector<PickleData::Item> items;
    items.reserve(stack_.size() - begin);
    for (std::size_t i = begin; i < stack_.size(); ++i) {
      items.emplace_back(PickleId::None, stack_[i]);
    }
    stack_.resize(begin);
    return push_container(Kind::List, std::move(items));
  }

  /// Moves the objects on the stack from `begin` into the container before them.
  bool extend(std::size_t begin, bool pairs) {
    if (failed_ || begin == 0 || (pairs && (stack_.size() - begin) % 2 != 0)) return taken(false);
    const PickleData::Node node = data_.nodes_[index(stack_[begin - 1])];
    if (node.kind != (pairs ? Kind::Dict : Kind::List)) return taken(false);
    count_work(Work::Events, 1 + stack_.size() - begin);
    LANESCOPE_CHECK(static_cast<std::size_t>(node.value) < data_.containers_.size(),
                    "one of {} containers, not {}", data_.containers_.size(), node.value);
    auto& items = data_.containers_[static_cast<std::size_t>(node.value)];
    for (std::size_t i = begin; i < stack_.size(); i += pairs ? 2 : 1)
      items.emplace_back(pairs ? stack_[i] : PickleId::None, stack_[pairs ? i + 1 : i]);
    stack_.resize(begin);
    return true;
  }

  bool remember(std::uint64_t slot) {
    // Writers number slots consecutively; a distant one would only waste memory.
    if (stack_.empty() || slot > memo_.size() + kMostUnusedSlots) return taken(false);
    if (slot >= memo_.size()) memo_.resize(static_cast<std::size_t>(slot) + 1, PickleId::None);
    memo_[static_cast<std::size_t>(slot)] = stack_.back();
    return true;
  }

  bool recall(std::uint64_t slot) {
    if (slot >= memo_.size() || memo_[static_cast<std::size_t>(slot)] == PickleId::None)
      return taken(false);
    stack_.push_back(memo_[static_cast<std::size_t>(slot)]);
    return true;
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
