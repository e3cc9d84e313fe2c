// What the ranks of one run come to, as members of the report's JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/cli/output/json_output.h"
#include "core/ranks/ranks.h"

namespace lanescope {

/// Facts and analysis must outlive it.
class RankRunJson {
 public:
  RankRunJson(const RunFacts& facts, const RunAnalysis& run) : facts_(facts), run_(run) {}

  [[nodiscard]] Json clock_json(std::size_t trace) const;
  [[nodiscard]] Json collectives_json() const;
  [[nodiscard]] Json stragglers_json() const;
  [[nodiscard]] Json times_json() const;
  [[nodiscard]] static Json row_times_json(const RankTimes& times);
  [[nodiscard]] Json findings_json() const;
  [[nodiscard]] Json transfers_json() const;

 private:
  [[nodiscard]] std::int64_t rank(std::size_t trace) const { return facts_.times[trace].rank; }
  /// Why members of a clock are null.
  static std::string why_null(const RankClock& clock);
  [[nodiscard]] static Json cause_json(const LatenessCause& cause);

  const RunFacts& facts_;
  const RunAnalysis& run_;
};

}  // namespace lanescope
