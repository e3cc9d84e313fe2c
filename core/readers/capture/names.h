// Names for what CUPTI numbers and for what threads were seen to do, spelled as in torch.profiler
// traces, so that the same analyses apply.
#pragma once

#include <cstdint>
#include <optional>
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
/// "Stream Sync", "Context Sync", "Event Sync", "Stream Wait Event", "Unknown Sync".
std::string_view sync_name(std::uint32_t type);
/// "Command Buffer Full", "Buffer Flush" …
std::string_view overhead_name(std::uint32_t kind);
/// "JIT compile" …
std::string_view jit_name(std::uint32_t aux);
/// A readable name of a kernel; mangled C++ names are demangled.
std::string kernel_name(const std::string& symbol);

/// The text of a range from torch's emit_nvtx (torch/csrc/profiler/util.cpp, getNvtxStr):
/// "aten::mm, seq = 3, op_id = 7, sizes = [[2, 3], [3, 4]], input_op_ids = [(1,0), (2,0)]".
struct RangeText {
  std::string_view name;
  std::optional<std::int64_t> sequence;
  std::optional<std::int64_t> op_id;
  std::string_view sizes;  // "[[2, 3], [3, 4]]"; empty: not recorded
  bool from_emit_nvtx = false;
};
/// Parses from the right, because names may contain commas; unknown suffixes remain part of the
/// name.
RangeText parse_range_text(std::string_view text);

/// Whether a range is an operator and not an annotation by the user. emit_nvtx names both alike;
/// operators have inputs, a sequence number or a namespace.
bool is_operator(const RangeText& text);

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
/// "data.py:41".
std::string sampled_line_name(std::string_view file, std::int32_t line);

/// "running", "waiting for the GIL", "read /data/a.bin", "waiting"; see
/// core/store/thread_state.h. `flags`: kSampleHoldsGil, kSampleWaitsForGil.
std::string thread_state_name(wire::SampledState state, std::uint32_t flags, std::string_view wait);

}  // namespace lanescope
