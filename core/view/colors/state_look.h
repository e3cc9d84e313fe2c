// The names and colors of what a sampled thread does: the same on its lane, in bars and in legends.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/view/colors/role.h"

namespace lanescope {

enum class StateLook : std::uint8_t {
  Running,
  Runnable,   // it could run, but has no CPU
  Gil,        // waiting for the GIL
  Lock,       // for another lock or a condition: futex
  File,       // reading or writing a file, waiting for a device
  PageFault,  // for memory
  Channel,    // for a pipe or a socket, or polling for one: for another process
  EventLoop,  // an event loop that has nothing to do
  Idle,       // sleeping, stopped: usual, and not alarming
};
inline constexpr std::size_t kStateLooks = 9;

/// By a state's text, "read /data/a.bin · GIL". Cost: that of the text's first word.
StateLook state_look(std::string_view state);

/// "waiting for the GIL", for legends and details; the same as host_state_title() where a look is
/// of one state.
std::string_view state_title(StateLook look);

/// Each has a role's color to itself, so that they remain distinguishable with the common
/// color-vision deficiencies. None has that of GPU compute: beside kernels, a wait would look like
/// work.
constexpr ColorRole state_role(StateLook look) {
  constexpr std::array<ColorRole, kStateLooks> kRoles{
      ColorRole::CpuOp,       ColorRole::Gemm,       ColorRole::Sync,
      ColorRole::Attention,   ColorRole::Copy,       ColorRole::Communication,
      ColorRole::DataLoading, ColorRole::Annotation, ColorRole::Python};
  return kRoles[static_cast<std::size_t>(look)];
}

/// The same for a state's text.
inline ColorRole thread_state_role(std::string_view state) {
  return state_role(state_look(state));
}

}  // namespace lanescope
