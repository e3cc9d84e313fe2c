// What is said when CUPTI refuses.
#pragma once

#include "capture/agent/cupti/cupti_abi.h"

namespace lanescope::agent {

struct Failure {
  cupti::Result result;
  const char* code;
  const char* text;
  const char* hint;
};

/// For any result but success; unknown ones get a general text.
const Failure& failure_of(cupti::Result result);

}  // namespace lanescope::agent
