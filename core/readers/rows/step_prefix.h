// StepPrefixes: how a program that does not use torch.profiler's schedule marks its steps. Ranges
// such as "step 12", "train_step_12" or "Iteration 12" repeat with rising numbers, or one such as
// "train_step" repeats as it is.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "core/build/tracks/worker_tables.h"

namespace lanescope {

class StepPrefixes {
 public:
  /// A range that the user marked on a track.
  void note(std::string_view name, LocalId track);

  /// What the names of steps begin with, before their number if they have one: of those that occur
  /// with several numbers on a track, or else repeatedly without, the most telling, then the most
  /// frequent. Empty if there are none, and if some ranges are torch.profiler's own steps.
  [[nodiscard]] std::string best() const;

 private:
  struct Seen {
    std::uint64_t ranges = 0;
    bool several = false;  // numbers, or ranges if they have none
    std::string number;    // of the first; empty: they have none
  };
  static constexpr std::size_t kMostPrefixes = 4096;

  bool has_profiler_steps_ = false;
  using Key = std::tuple<std::string, LocalId, bool>;  // what comes before a number, if one does
  std::map<Key, Seen> seen_;
};

}  // namespace lanescope
