// `lanescope attach`: a trace of a PyTorch process that runs already.
#pragma once

#include <functional>
#include <string>

namespace lanescope {

struct AttachOptions;

/// With a process: has it record a trace, says on stderr how far it is and on stdout where the
/// trace lies; `view` opens the window on it, where the options ask for it. Without: lists the
/// processes that can be asked, and why others can not. Ctrl-C ends the attempt and leaves nothing
/// behind.
int run_attach(const AttachOptions& options, const std::function<int(const std::string&)>& view);

}  // namespace lanescope
