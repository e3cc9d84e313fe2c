// How two runs that were only sampled differ, as text and JSON.
#pragma once

#include <string>

#include "app/cli/output/described_rows.h"
#include "app/cli/output/json_output.h"
#include "core/compare/sampled_time.h"

namespace lanescope {

/// "hog (gil.py:2) +1.200 s, waiting for the GIL −500.0 ms": the largest changes. Empty if nothing
/// changed.
std::string sampled_words(const SampledChanges& changes);

/// Tables of the largest changes; empty without samples. `a` is any of the two traces.
std::string sampled_text(const Snapshot& a, const SampledChanges& changes);
std::string sampled_markdown(const Snapshot& a, const SampledChanges& changes);
/// All of them, by "functions" and "waits".
Json sampled_json(const Snapshot& a, const SampledChanges& changes);

}  // namespace lanescope
