// What the agent says of its process when it joins.
#pragma once

#include "capture/agent/agent.h"
#include "capture/agent/control/message_text.h"

namespace lanescope::agent {

/// The lines of a Hello: who this process is, from /proc and the environment.
void describe_process(MessageText& hello, Why why);

}  // namespace lanescope::agent
