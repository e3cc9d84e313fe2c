// Which code the samples, or traced calls of the operating system, blame for idle time of the GPU.
#pragma once

#include <optional>

#include "core/analysis/findings/rules.h"
#include "core/analysis/idle/claims.h"
#include "core/analysis/idle/idle.h"
#include "core/store/slice_finder.h"

namespace lanescope {

/// Tells the idle time of one sampled function from the rest, by the innermost function of user
/// code; or that of the annotation around system calls, else of one such call.
class SampledIdle {
 public:
  /// Of the judged device. Cost: a pass over its culprits.
  explicit SampledIdle(const FindingFacts& facts);

  /// The function with the most idle time, if that is enough for a finding of its own.
  [[nodiscard]] std::optional<StringId> function() const { return function_; }
  /// Pieces of other classes are not blamed on it.
  static constexpr IdleClasses kMayBlame{IdleClass::Python, IdleClass::Runtime};
  /// Whether samples blame that function for a culprit, or a piece. Cost of a piece: log(chunks).
  [[nodiscard]] bool is_blamed(const IdleCulprit& culprit) const;
  [[nodiscard]] bool is_blamed(const IdlePiece& piece);

 private:
  [[nodiscard]] bool is_sampled_python(IdleClass what, EventId event) const;
  [[nodiscard]] bool is_shown(const IdleCulprit& culprit) const;

  const Snapshot& trace_;
  SliceFinder sources_, culprits_;
  std::optional<StringId> function_;
};

/// The part of F28 about programs with GPU work.
void judge_sampled_idle(const FindingFacts& facts, RuleAnswer& answer);

}  // namespace lanescope
