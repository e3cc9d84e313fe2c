// Names for what CUPTI numbers and for what threads were seen to do, spelled as in torch.profiler
// traces, so that the same analyses apply.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "capture/wire/records.h"
#include "core/base/text/message_text.h"

namespace lanescope {

/// "Memcpy HtoD (Pageable -> Device)".
std::string memcpy_name(const wire::MemcpyRecord& record);
/// "Memset (Device)".
std::string memset_name(const wire::MemsetRecord& record);
/// "JIT compile" …
std::string_view jit_name(std::uint32_t aux);
/// A readable name of a kernel; mangled C++ names are demangled.
std::string kernel_name(const std::string& symbol);

/// The folders of a process from which Python imports, as far as its Hello tells: paths of source
/// files are relative to them, as in torch.profiler traces.
class PythonFolders {
 public:
  PythonFolders() = default;
  explicit PythonFolders(const MessageText& hello);

  /// "torch/nn/modules/linear.py" for "/usr/lib/python3/dist-packages/torch/nn/modules/linear.py",
  /// "data.py" for a file beside the program's script; otherwise the path.
  [[nodiscard]] std::string_view relative(std::string_view path) const;

 private:
  std::vector<std::string> folders_;  // with a slash at the end, the longest first
};

/// "data.py(12): tokenize".
std::string sampled_function_name(std::string_view file, std::int32_t first_line,
                                  std::string_view function);
/// In the place of a stack's outer frames where it was too deep to be read whole.
inline constexpr std::string_view kCutStack = "… outer frames missing";
/// "data.py:41".
std::string sampled_line_name(std::string_view file, std::int32_t line);

/// "running", "waiting for the GIL", "read /data/a.bin", "waiting"; see
/// core/store/thread_state.h. `flags`: kSampleHoldsGil, kSampleWaitsForGil.
std::string thread_state_name(wire::SampledState state, std::uint32_t flags, std::string_view wait);

}  // namespace lanescope
