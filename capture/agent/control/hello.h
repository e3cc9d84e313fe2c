// How the agent describes its process when it joins.
#pragma once

#include "capture/agent/agent.h"
#include "capture/agent/control/message_text.h"

namespace lanescope::agent {

/// Adds the lines of a Hello: the process's identity, from /proc and the environment.
void describe_process(MessageText& hello, Why why);

}  // namespace lanescope::agent
