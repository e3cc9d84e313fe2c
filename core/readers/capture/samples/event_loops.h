// Where event loops and servers in Python wait if they have nothing to do. To the kernel it is a
// wait for any of many pipes and sockets; to the program it is rest.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope {

/// What a function is in an event loop.
enum class LoopFrame : std::uint8_t {
  None,
  Selector,  // waits for file descriptors, for whoever calls it
  Loop,      // that of asyncio or of a server, which calls a selector
  Whole,     // that of a loop that waits in native code, or in a function of its own
};

/// `file` as PythonFolders has it, `function` with or without its class: "selectors.py",
/// "EpollSelector.select".
LoopFrame loop_frame(std::string_view file, std::string_view function);

/// Whether a thread whose innermost functions are these waits as an event loop does.
bool is_event_loop(LoopFrame innermost, LoopFrame caller);

/// Whether a system call, as a wait is named, is one that event loops and servers wait in:
/// "epoll_wait".
bool waits_for_events(std::string_view wait);

}  // namespace lanescope
