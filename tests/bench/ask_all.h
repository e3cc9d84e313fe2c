// Every analysis of one graph of results, as a report asks for them.
#pragma once

#include <iterator>

#include "core/analysis/registry.h"
#include "core/analysis/results.h"
#include "core/base/threads/parallel.h"

namespace lanescope::bench {

/// Several at a time; what they share is computed once.
inline void ask_all(const AnalysisResults& in) {
  using Ask = void (*)(const AnalysisResults&);
#define LANESCOPE_ASK(key, Result, call) \
  [](const AnalysisResults& all) { static_cast<void>(all.of<Result>()); },
  constexpr Ask kAsk[] = {LANESCOPE_ANALYSES(LANESCOPE_ASK)};
#undef LANESCOPE_ASK
  parallel_for(std::size(kAsk), hardware_threads(), [&](std::size_t i, unsigned) { kAsk[i](in); });
}

}  // namespace lanescope::bench
