// Names for what CUPTI numbers, spelled as in torch.profiler traces, so that the same analyses
// apply.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope {

/// "Memcpy HtoD (Pageable -> Device)", of a CUpti_ActivityMemcpyKind and two
/// CUpti_ActivityMemoryKinds.
std::string copy_name(std::uint32_t kind, std::uint32_t from, std::uint32_t to);
/// "Memset (Device)".
std::string fill_name(std::uint32_t memory_kind);
/// Whether a CUpti_ActivityMemoryKind is of the host, not of a GPU or both.
bool is_host_memory(std::uint32_t memory_kind);
/// "Stream Sync", "Context Sync", "Event Sync", "Stream Wait Event", "Unknown Sync".
std::string_view sync_name(std::uint32_t type);
/// "Command Buffer Full", "Buffer Flush" …
std::string_view overhead_name(std::uint32_t kind);

}  // namespace lanescope
