// What is loaded together with a trace, from other files, and what the user says of it.
#pragma once

#include <string>

#include "core/session/laid_profile.h"

namespace lanescope {

struct BesideTrace {
  std::string execution_trace = {};  // as in LoadOptions
  LaidProfile profile = {};          // no file: none
  std::string capture_trace = {};    // as in LoadOptions
  bool capture_trace_may_not_fit = false;
  std::string steps = {};  // names of ranges that are its steps, see with_steps(); empty: found
};

}  // namespace lanescope
