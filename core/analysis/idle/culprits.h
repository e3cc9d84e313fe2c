// Sums idle time by culprit.
#pragma once

#include <span>
#include <string_view>
#include <unordered_map>
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
        culprits_(snapshot),
        causes_(snapshot),
        is_step_(snapshot,
                 [](std::string_view name) { return name.starts_with("ProfilerStep#"); }) {}

  /// Adds the pieces of one gap.
  void add_gap(std::span<const IdlePiece> pieces);

  /// Sorted by total, descending, then by class and names.
  std::vector<IdleCulprit> take();

 private:
  struct Key {
    IdleClass what;
    StringId name, cause, source;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  struct Row {
    IdleCulprit culprit;
    Ns longest_piece_ns = -1;
    Ns in_gap_ns = 0;
    std::uint64_t last_gap = 0;
  };

  /// The name by which pieces are grouped: that of the event, but the same for all steps.
  [[nodiscard]] StringId shared_name(EventId event);
  void add_piece(const IdlePiece& piece);

  const Snapshot& snapshot_;
  SliceFinder culprits_, causes_;  // a cause may lie on a stream
  NameTest is_step_;
  std::unordered_map<Key, std::size_t, KeyHash> known_;
  std::vector<Row> rows_;
  std::uint64_t gaps_ = 0;
};

}  // namespace lanescope
