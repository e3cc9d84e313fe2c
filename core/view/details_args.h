// The arguments that Kineto gives GPU work and collectives, said as people read them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/json_value.h"

namespace lanescope {

struct ArgumentFact {
  std::string title;              // "Grid · block"
  std::string value;              // "528 × 1 × 1 · 256"
  std::vector<std::string> keys;  // the arguments that it is made of
};

/// Those that are there, in a fixed order. Odd values (numbers as text, "inf", -100 %) are
/// tolerated.
std::vector<ArgumentFact> known_arguments(const JsonValue& args);

/// A JSON list without its outer brackets, items apart by spaces: "[64,256] [512,256]"; empty when
/// there is none.
std::string list_text(const std::optional<JsonValue>& list);

}  // namespace lanescope
