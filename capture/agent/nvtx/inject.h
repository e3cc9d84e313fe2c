// The agent as an NVTX tool.
#pragma once

#include "capture/agent/nvtx/abi.h"

namespace lanescope::agent::nvtx {

/// Puts the agent's functions into the slots of one copy of NVTX. False if the table it provides is
/// invalid. May be called any number of times, from any thread.
bool fill_slots(GetExportTable get_table);

}  // namespace lanescope::agent::nvtx
