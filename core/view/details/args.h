// The arguments that Kineto gives kernels, said as people read them.
#pragma once

#include <string>
#include <vector>

#include "core/base/text/json_value.h"

namespace lanescope {

struct ArgumentFact {
  std::string title;              // "Grid · block"
  std::string value;              // "528 × 1 × 1 · 256"
  std::vector<std::string> keys;  // the arguments that it is made of
};

/// How a kernel was launched: those that are there, in a fixed order. Odd values (numbers as text,
/// "inf", -100 %) are tolerated.
std::vector<ArgumentFact> known_arguments(const JsonValue& args);

}  // namespace lanescope
