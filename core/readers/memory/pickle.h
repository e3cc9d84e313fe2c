// Reads Python pickles that contain only plain data: dicts, lists, tuples, strings, numbers.
// Nothing in a pickle is ever executed: an opcode that would import or call something ends the
// reading.
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

/// An object of a pickle. Equal ids are the same object, which is common for lists of frames.
enum class PickleId : std::uint32_t { None = UINT32_MAX };

/// The objects of one pickle. References its bytes, which must outlive it. Immutable once read. Any
/// thread.
class PickleData {
 public:
  using Item = std::pair<PickleId, PickleId>;  // key, value; for lists only the value

  [[nodiscard]] PickleId root() const { return root_; }
  /// Empty if not a string. UTF-8 as written, not validated.
  [[nodiscard]] std::string_view text(PickleId id) const;
  /// Integers clamped to int64, floats truncated, booleans; otherwise `fallback`.
  [[nodiscard]] std::int64_t integer(PickleId id, std::int64_t fallback = 0) const;
  [[nodiscard]] bool is_dict(PickleId id) const { return kind(id) == Kind::Dict; }
  [[nodiscard]] bool is_list(PickleId id) const { return kind(id) == Kind::List; }
  /// Items of a dict, list, tuple or set, as written; empty for anything else.
  [[nodiscard]] std::span<const Item> items(PickleId id) const;
  /// The value of a string key among the first 256 keys, which is more than torch writes. None if
  /// not found or not a dict.
  [[nodiscard]] PickleId find(PickleId dict, std::string_view key) const;

 private:
  friend class PickleReader;
  enum class Kind : std::uint8_t { Nothing, Integer, Text, Dict, List };
  struct Node {
    Kind kind = Kind::Nothing;
    std::uint32_t size = 0;  // of a string
    std::int64_t value = 0;  // integer, offset of a string, index of a container
  };
  [[nodiscard]] Kind kind(PickleId id) const;

  std::string_view bytes_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Item>> containers_;
  PickleId root_ = PickleId::None;
};

/// Errors: WrongFormat if malformed or truncated, Unsupported for code and protocols 0 and 1. Cost:
/// linear in the bytes; memory a few times the pickle's size, fifty times at worst.
Result<PickleData> read_pickle(std::string_view bytes);

}  // namespace lanescope
