#include "core/view/colors/state_look.h"

#include <array>

#include "core/analysis/host_time/host_states.h"
#include "core/store/thread_state.h"

namespace lanescope {

StateLook state_look(std::string_view state) {
  switch (host_state_of(parse_thread_state(state))) {
    case HostState::Running:
      return StateLook::Running;
    case HostState::Runnable:
      return StateLook::Runnable;
    case HostState::Gil:
      return StateLook::Gil;
    case HostState::Lock:
      return StateLook::Lock;
    case HostState::Disk:
      return StateLook::File;
    case HostState::PageFault:
      return StateLook::PageFault;
    case HostState::Channel:
      return StateLook::Channel;
    case HostState::Sleep:
    case HostState::Other:
      break;
  }
  return StateLook::Idle;
}

std::string_view state_title(StateLook look) {
  constexpr std::array<std::string_view, kStateLooks> kTitles{
      "running",     "waiting for a CPU", "waiting for the GIL", "waiting for a lock",
      "file access", "page fault",        "pipe or socket",      "sleeping or waiting"};
  return kTitles[static_cast<std::size_t>(look)];
}

}  // namespace lanescope
