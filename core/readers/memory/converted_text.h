// What a file that is no trace is turned into.
#pragma once

#include <memory>
#include <string>

#include "core/readers/memory/shared_stacks.h"

namespace lanescope {

struct ConvertedText {
  std::string text;                            // of a trace
  std::shared_ptr<const SharedStacks> stacks;  // that its events have the numbers of; null: none
};

}  // namespace lanescope
