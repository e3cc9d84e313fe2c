// How well single kernels fill the GPU. Read from their arguments, once for all analyses and
// windows.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/analysis/search/event_query.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Of one launch; see arguments.h. nullopt if it was not recorded.
struct LaunchShape {
  std::optional<double> blocks_per_sm;
  std::optional<double> occupancy_pct;  // estimated, not measured
  std::optional<double> registers;      // of each thread
  std::optional<double> shared_bytes;   // of each block
  std::optional<double> warps_per_sm;   // of the whole launch
};

/// A shared result: the launch shapes that were asked for so far. Thread-safe; the same in all
/// windows.
class LaunchShapes {
 public:
  static constexpr bool kOfTrace = true;

  /// `snapshot` outlives this.
  LaunchShapes(const Snapshot& snapshot, ReadEvent read);
  ~LaunchShapes();
  LaunchShapes(LaunchShapes&& other) noexcept;
  LaunchShapes& operator=(LaunchShapes&&) = delete;

  /// The shapes of `kernels`, in that order. nullopt without texts, with more than
  /// kMostArgumentTexts kernels, and after a stop. Cost: a microsecond and some 100 bytes for each
  /// kernel that nobody asked for before; meanwhile others who ask wait.
  [[nodiscard]] std::optional<std::vector<LaunchShape>> of(std::span<const EventId> kernels,
                                                           const std::stop_token& stop = {}) const;

 private:
  struct Known;
  [[nodiscard]] bool read_unknown(std::span<const EventId> kernels,
                                  const std::stop_token& stop) const;

  const Snapshot* snapshot_;
  ReadEvent read_;
  std::unique_ptr<Known> known_;
};

}  // namespace lanescope
