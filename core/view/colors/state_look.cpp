#include "core/view/colors/state_look.h"

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
    case HostState::OtherThread:
      return StateLook::Lock;
    case HostState::Disk:
      return StateLook::File;
    case HostState::PageFault:
      return StateLook::PageFault;
    case HostState::Channel:
      return StateLook::Channel;
    case HostState::EventLoop:
      return StateLook::EventLoop;
    case HostState::Sleep:
    case HostState::Other:
      break;
  }
  return StateLook::Idle;
}

std::string_view state_title(StateLook look) {
  switch (look) {
    case StateLook::Running:
      return host_state_title(HostState::Running);
    case StateLook::Runnable:
      return host_state_title(HostState::Runnable);
    case StateLook::Gil:
      return host_state_title(HostState::Gil);
    case StateLook::Lock:
      return host_state_title(HostState::Lock);
    case StateLook::File:
      return host_state_title(HostState::Disk);
    case StateLook::PageFault:
      return host_state_title(HostState::PageFault);
    case StateLook::Channel:
      return host_state_title(HostState::Channel);
    case StateLook::EventLoop:
      return host_state_title(HostState::EventLoop);
    case StateLook::Idle:
      break;
  }
  return "sleep or other waits";
}

}  // namespace lanescope
