// How two runs differ by their samples, as text and JSON.
#pragma once

#include <string>

#include "app/cli/output/described_rows.h"
#include "app/cli/output/json_output.h"
#include "core/compare/sampled_time.h"

namespace lanescope {

/// Tables of the largest changes; empty without samples. `a` is any of the two traces.
std::string sampled_text(const Snapshot& a, const SampledChanges& changes);
std::string sampled_markdown(const Snapshot& a, const SampledChanges& changes);
/// All of them, by "functions" and "waits". Must not be called without samples.
Json sampled_json(const Snapshot& a, const SampledChanges& changes);

}  // namespace lanescope
