// Names for what Nsight Systems numbers, spelled as in torch.profiler traces.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

using NsysNumber = std::optional<std::int64_t>;

/// "Memcpy HtoD (Pageable -> Device)". Copies of unified memory are between managed memory.
std::string nsys_copy_name(NsysNumber kind, NsysNumber from, NsysNumber to);
/// "Memset (Device)".
std::string nsys_fill_name(NsysNumber memory_kind);
/// Pageable or pinned.
bool is_nsys_host_memory(NsysNumber memory_kind);
/// "Stream Sync".
std::string_view nsys_sync_name(NsysNumber type);
/// "Buffer Flush".
std::string_view nsys_overhead_name(NsysNumber type);

}  // namespace lanescope
