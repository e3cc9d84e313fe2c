// The same as tables and lines for a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/ranks/ranks.h"

namespace lanescope {

/// Facts and analysis must outlive it.
class RankRunText {
 public:
  RankRunText(const RunFacts& facts, const RunAnalysis& run) : facts_(facts), run_(run) {}

  [[nodiscard]] std::string findings_text() const;
  [[nodiscard]] std::string clocks_text() const;
  [[nodiscard]] std::string notes_text() const;
  [[nodiscard]] std::string times_text() const;

 private:
  [[nodiscard]] std::int64_t rank(std::size_t trace) const { return facts_.times[trace].rank; }
  static std::string state_text(const RankClock& clock);
  void add_straggler(std::size_t trace, std::vector<std::string>& cells) const;

  const RunFacts& facts_;
  const RunAnalysis& run_;
};

}  // namespace lanescope
