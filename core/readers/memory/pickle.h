// Python pickles that hold plain data only: dicts, lists, tuples, strings, numbers. Nothing in a
// pickle is ever run: an opcode that would import or call something ends the reading.
//
// Source: the opcodes of Lib/pickletools.py, protocols 2 to 5.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

/// An object of a pickle; equal ids are the same object, as lists of frames often are.
enum class PickleId : std::uint32_t { None = UINT32_MAX };

/// The objects of one pickle. Points into its bytes, which must outlive it. Immutable once read, so
/// any thread may ask.
class PickleData {
 public:
  using Item = std::pair<PickleId, PickleId>;  // key, value; of lists only the value

  [[nodiscard]] PickleId root() const { return root_; }
  /// Empty for anything else. UTF-8 as written, not checked.
  [[nodiscard]] std::string_view text(PickleId id) const;
  /// Integers, whole or cut to int64, floats without their fraction, booleans; else `fallback`.
  [[nodiscard]] std::int64_t integer(PickleId id, std::int64_t fallback = 0) const;
  [[nodiscard]] bool is_dict(PickleId id) const { return kind(id) == Kind::Dict; }
  [[nodiscard]] bool is_list(PickleId id) const { return kind(id) == Kind::List; }
  /// Of a dict, list, tuple or set, in the order written; empty for anything else.
  [[nodiscard]] std::span<const Item> items(PickleId id) const;
  /// The value of a text key among the first 256, more than torch writes; None when this is no dict
  /// or has none.
  [[nodiscard]] PickleId find(PickleId dict, std::string_view key) const;

 private:
  friend class PickleReader;
  enum class Kind : std::uint8_t { Nothing, Integer, Text, Dict, List };
  struct Node {
    Kind kind = Kind::Nothing;
    std::uint32_t size = 0;  // of a text
    std::int64_t value = 0;  // integer, offset of a text, number of a container
  };
  [[nodiscard]] Kind kind(PickleId id) const;

  std::string_view bytes_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Item>> containers_;
  PickleId root_ = PickleId::None;
};

/// Errors: WrongFormat for what is broken or cut off, Unsupported for code and for protocols 0 and
/// 1. Cost: linear in the bytes; memory a few times theirs, fifty times at
/// worst.
Result<PickleData> read_pickle(std::string_view bytes);

}  // namespace lanescope
