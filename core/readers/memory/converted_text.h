// The result of converting a file that is not a trace.
#pragma once

#include <memory>
#include <string>

#include "core/build/tracks/issue_log.h"
#include "core/readers/memory/shared_stacks.h"

namespace lanescope {

struct ConvertedText {
  std::string text;                            // a trace as JSON
  std::shared_ptr<const SharedStacks> stacks;  // numbered in the text's events; null: none
  IssueLog issues = {};                        // of the file, for the load report
  bool complete = true;                        // the file ended where it should
};

}  // namespace lanescope
