// Messages on the control socket (AF_UNIX, SOCK_SEQPACKET) between the viewer and the agent in the
// target. One message per packet: a MessageHeader and a text payload with lines of KEY=VALUE. In
// values, a backslash, a line feed and a carriage return are written \\, \n and \r. Unknown keys
// are ignored.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::wire {

enum class Message : std::uint16_t {
  // Agent to viewer.
  Hello = 1,  // wire=1.0 pid ppid tid exe argv cwd host boot rank local_rank world_size start_ns
              // why=cuda|nvtx|python
  Caps = 2,   // cupti (path) cupti_version driver_version clock python python_stacks kinds quirk…
              // shapes memory: "on", or why not. Several Caps accumulate.
  Problem = 3,  // code text hint: the agent keeps going as far as it can
  Stopped = 4,  // everything is flushed
  Bye = 5,      // the process exits normally
  // Viewer to agent.
  Config = 16,  // level stacks flush_ms buffer_mb paused; with the ring's descriptor (SCM_RIGHTS)
  Pause = 17,
  Resume = 18,
  Stop = 19,  // flush, reply Stopped, stop recording
};

struct MessageHeader {
  std::uint16_t type = 0;  // Message
  std::uint16_t version = 1;
  std::uint32_t bytes = 0;  // of the payload
};

inline constexpr std::size_t kMaxMessageBytes = 64 << 10;

/// Environment variables that the agent reads.
inline constexpr char kSocketVariable[] = "LANESCOPE_SOCKET";
inline constexpr char kCuptiVariable[] = "LANESCOPE_CUPTI";  // path of the libcupti to use
inline constexpr char kLogVariable[] = "LANESCOPE_LOG";      // a file, or "stderr"

}  // namespace lanescope::wire
