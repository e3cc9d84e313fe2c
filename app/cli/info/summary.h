// `info` of the summary of a rank, which `summarize` wrote.
#pragma once

#include <string>

#include "app/cli/output/json_output.h"
#include "core/ranks/summary/rank_summary.h"

namespace lanescope {

Json summary_json(const RankSummary& summary, const std::string& file);
std::string summary_text(const RankSummary& summary, const std::string& file);

}  // namespace lanescope
