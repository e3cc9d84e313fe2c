// The condition of `lanescope record --when`: what has to happen for the last seconds to be saved.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lanescope {

struct TriggerCondition {
  enum class Kind : std::uint8_t { None, Step, Range, Signal };
  Kind kind = Kind::None;
  std::string range;           // of Range: its name; a "*" at its end stands for anything
  std::int64_t longer_ns = 0;  // of Step and Range: it takes longer than this
  double medians = 0;          // or than this many medians of those before; 0: not compared
  std::string signal;          // of Signal: "USR1" or "USR2"

  [[nodiscard]] bool watches_ranges() const { return kind == Kind::Step || kind == Kind::Range; }
};

/// "step>1.5*median", "range:NAME>200ms", "signal:USR1". Errors: Invalid (message: what is
/// accepted).
Result<TriggerCondition> parse_trigger_condition(const std::string& text);

/// Whether a range with this name is a step: "ProfilerStep#3", "step", "step 12", "train_step_12",
/// "iteration 12".
bool is_step_name(std::string_view name);

}  // namespace lanescope
