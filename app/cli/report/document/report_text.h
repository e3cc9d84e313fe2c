// The analyses of a trace as text.
#pragma once

#include <string>

#include "app/cli/report/document/chosen.h"

namespace lanescope {

/// Each under its key, in the order of the registry.
std::string report_text(const ChosenAnalyses& analyses, const ReportInput& input);

/// The same for all analyses. Of a recording of threads without GPU work, what there is to say
/// comes first, and what is not applicable last, in a line for each reason.
std::string full_report_text(const ChosenAnalyses& analyses, const ReportInput& input);

}  // namespace lanescope
