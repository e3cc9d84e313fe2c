// The agent's end of the control socket.
#pragma once

#include <cstddef>
#include <string_view>

#include "capture/agent/agent.h"
#include "capture/wire/control.h"

namespace lanescope::agent {

/// Contents of the viewer's Config message.
struct Granted {
  Options options;
  void* ring = nullptr;  // mapped
  std::size_t ring_bytes = 0;
};

/// Connects to $LANESCOPE_SOCKET, sends Hello and waits for Config, all within 2 s. Returns false
/// and logs why if there is no viewer, or none that can be trusted.
bool open_control(Why why, Granted& granted);

/// Starts a thread that handles the viewer's messages. False: no thread could be created.
bool listen_to_viewer();

/// Sends or drops the message; never blocks. Any thread.
bool send_message(wire::Message type, std::string_view text);
void send_problem(const char* code, std::string_view text, std::string_view hint);

/// Closes without sending anything, once no thread is sending: takes microseconds.
void close_control();
/// The same in the child after a fork, where the threads that were sending do not exist.
void forget_control();
/// Makes the listening thread exit, as if the viewer had disconnected.
void hang_up_control();

}  // namespace lanescope::agent
