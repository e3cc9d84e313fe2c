// Interned text: every name is stored once and passed around as a 32-bit StringId. Blocks never
// move, so a string_view into the table stays valid while any copy of the table exists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/text/ids.h"

namespace lanescope {

/// Frozen lookup by id; cheap to copy (shares its blocks). Any thread may read.
class StringTable {
 public:
  StringTable() = default;

  /// Valid UTF-8. Ids must come from the pool that this table was taken from; an unknown id gives
  /// "".
  [[nodiscard]] std::string_view operator[](StringId id) const {
    const std::size_t i = index_of(id);
    return i < views_.size() ? views_[i] : std::string_view{};
  }
  [[nodiscard]] std::size_t size() const { return views_.size(); }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  friend class StringPool;
  std::vector<std::string_view> views_;
  std::vector<std::shared_ptr<const char[]>> blocks_;
  std::size_t block_bytes_ = 0;
};

/// The mutable side: one thread interns, freeze() returns a table of the texts so far.
class StringPool {
 public:
  StringPool();

  /// The id of `text`, new or existing. Average cost: one hash and one comparison.
  StringId intern(std::string_view text);
  [[nodiscard]] std::string_view operator[](StringId id) const { return table_[id]; }
  [[nodiscard]] std::size_t size() const { return table_.size(); }

  /// A table of everything interned so far; later interning does not change it.
  [[nodiscard]] std::shared_ptr<const StringTable> freeze() const;

 private:
  void grow_slots();
  std::string_view store(std::string_view text);

  StringTable table_;
  std::vector<std::uint32_t> slots_;  // open addressing: index + 1, 0 is free
  std::vector<std::uint64_t> hashes_;
  char* write_ = nullptr;
  std::size_t room_ = 0;
};

/// 64-bit hash used by the pools and the parser's tables. Not resistant to hash flooding.
std::uint64_t hash_text(std::string_view text);

}  // namespace lanescope
