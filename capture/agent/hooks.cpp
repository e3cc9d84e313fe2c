// What stands in for parts that are not linked in.
#include "capture/agent/agent.h"
#include "capture/agent/message_text.h"

namespace lanescope::agent {

__attribute__((weak)) std::uint32_t python_stack(Lane& /*lane*/) {
  return 0;
}
__attribute__((weak)) void describe_python(MessageText& /*caps*/) {}

}  // namespace lanescope::agent
