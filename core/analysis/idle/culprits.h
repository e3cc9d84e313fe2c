// Sums idle time by culprit.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/events/name_test.h"
#include "core/analysis/idle/idle.h"
#include "core/store/slice_finder.h"
#include "core/store/snapshot.h"

namespace lanescope {

class IdleCulprits {
 public:
  explicit IdleCulprits(const Snapshot& snapshot)
      : snapshot_(snapshot),
        sources_(snapshot),
        calls_(snapshot),
        works_(snapshot),
        is_step_(snapshot,
                 [](std::string_view name) { return name.starts_with("ProfilerStep#"); }) {}

  /// Adds the pieces of one gap, with the names of their culprits.
  void add_gap(std::span<const IdlePiece> pieces, std::span<const StringId> names);

  /// Sorted by total, descending, then by class and names.
  std::vector<IdleCulprit> take();

 private:
  struct Key {
    IdleClass what = IdleClass::Untraced;
    StringId name = StringId::Empty, cause = StringId::Empty, source = StringId::Empty;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Row {
    Key key;
    IdleCulprit culprit;
    Ns longest_piece_ns = -1;
    Ns in_gap_ns = 0;
    std::uint64_t last_gap = 0;
  };

  static std::size_t hash_of(const Key& key);
  /// What pieces are grouped by: the names, but that of the culprit is the same for all steps.
  [[nodiscard]] Key key_of(const IdlePiece& piece, StringId name);
  void add_piece(const IdlePiece& piece, StringId name);
  /// Where the row of a key is in slots_, or would be.
  [[nodiscard]] std::size_t slot_of(const Key& key) const;
  /// Adds the row of a key, which is not there yet.
  Row& add_row(std::size_t slot, const Key& key, const IdlePiece& first);
  void grow();

  const Snapshot& snapshot_;
  SliceFinder sources_, calls_, works_;  // causes are calls, or work on a stream
  NameTest is_step_;
  std::vector<Row> rows_;
  /// By hash: 1 more than an index of rows_, else 0. Open addressing, half empty; a power of 2.
  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64);
  std::uint64_t gaps_ = 0;
};

}  // namespace lanescope
