// Opens what the command line names for the window.
#pragma once

#include <string>
#include <vector>

#include "app/workspace/workspace.h"
#include "core/session/beside_trace.h"
#include "core/view/results/comparison.h"

namespace lanescope {

struct GivenFiles {
  std::vector<std::string> traces;  // none: the start page; several: ranks of one run
  std::string compare;              // run B; empty: none
  AlignQuery align = {};            // of A and B
  BesideTrace beside =
      {};  // of a single trace; of two runs, its capture trace and steps are of both
};

/// Begins to load them.
void open_given(Workspace& workspace, const GivenFiles& files);

}  // namespace lanescope
