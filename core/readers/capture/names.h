// Names for what CUPTI numbers, spelled as in torch.profiler traces, so that the same analyses
// apply.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "capture/wire/records.h"

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

}  // namespace lanescope
