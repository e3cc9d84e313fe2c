// What `convert` makes of a trace.
#pragma once

#include <string>
#include <vector>

#include "tests/fuzz/checks/verb_checks.h"

namespace lanescope {

/// What was converted says the same, but for what could not be used; its report is the same where
/// nothing had to be mended; and to convert it again changes nothing more. `info`: of the file, as
/// JSON; `report`: words for the report.
void check_converted(const std::string& file, const VerbRun& info,
                     const std::vector<std::string>& report);

}  // namespace lanescope
