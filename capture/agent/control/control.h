// The agent's end of the control socket.
#pragma once

#include <cstddef>
#include <string_view>

#include "capture/agent/agent.h"
#include "capture/wire/control.h"

namespace lanescope::agent {

/// What came with the viewer's Config.
struct Granted {
  Options options;
  void* ring = nullptr;  // mapped
  std::size_t ring_bytes = 0;
};

/// Connects to $LANESCOPE_SOCKET, says Hello and waits for Config, all within 2 s. False, with a
/// line in the log, when there is no viewer or none that may be trusted.
bool open_control(Why why, Granted& granted);

/// Listens on a thread of its own for what the viewer wants. False: no thread could be made.
bool listen_to_viewer();

/// Sends or gives up; never blocks. Any thread.
bool send_message(wire::Message type, std::string_view text);
void send_problem(const char* code, std::string_view text, std::string_view hint);

/// Closes without a word, once nobody is sending: some microseconds.
void close_control();
/// The same in the child after a fork, which has none of the threads that were sending.
void forget_control();
/// Has the thread that listens end, as if the viewer had gone.
void hang_up_control();

}  // namespace lanescope::agent
