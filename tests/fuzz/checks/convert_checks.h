// Checks what `convert` makes of a trace.
#pragma once

#include <string>
#include <vector>

#include "tests/fuzz/checks/verb_checks.h"

namespace lanescope {

/// The converted trace says the same except for what could not be used; its report is the same if
/// nothing had to be repaired; and converting it again changes nothing more. `info`: of the file,
/// as JSON; `report`: arguments for the report.
void check_converted(const std::string& file, const VerbRun& info,
                     const std::vector<std::string>& report);

}  // namespace lanescope
