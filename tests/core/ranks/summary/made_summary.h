// Summaries of traces that are written in the test that needs them.
#pragma once

#include <string>

#include <doctest/doctest.h>

#include "core/ranks/summary/rank_summary.h"
#include "core/readers/trace_loader.h"
#include "tests/core/fixtures/event_reader.h"

namespace lanescope {

struct MadeRank {
  LoadedTrace trace;

  explicit MadeRank(const std::string& text, const std::string& name = "rank.json")
      : trace(load(text, name)) {}

  static LoadedTrace load(const std::string& text, const std::string& name) {
    auto loaded = load_trace(std::shared_ptr<ByteSource>(memory_byte_source(text)), name);
    REQUIRE(loaded.ok());
    return std::move(loaded).value();
  }

  /// As the program does it.
  [[nodiscard]] RankSummary summary() const {
    const AnalysisResults results(*trace.snapshot, usual_window(*trace.snapshot),
                                  event_reader(trace));
    return summarize_rank(results, {trace.snapshot->info.file, "", 0, ""});
  }
  [[nodiscard]] RunFacts facts(std::int64_t rank) const {
    const AnalysisResults results(*trace.snapshot, usual_window(*trace.snapshot),
                                  event_reader(trace));
    RunFacts facts;
    facts.add({rank, results});
    return facts;
  }
};

}  // namespace lanescope
