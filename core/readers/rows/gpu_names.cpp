#include "core/readers/rows/gpu_names.h"

#include <array>
#include <cstddef>

#include <fmt/format.h>

namespace lanescope {
namespace {

/// CUpti_ActivityMemcpyKind.
constexpr std::array<std::string_view, 11> kCopyKinds = {
    "Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA", "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};

/// CUpti_ActivityMemoryKind, in Kineto's words (libkineto/src/CuptiActivity.cpp).
constexpr std::array<std::string_view, 8> kMemoryKinds = {
    "Unknown", "Pageable", "Pinned",        "Device",
    "Array",   "Managed",  "Device Static", "Managed Static"};

template <std::size_t N>
std::string_view word(const std::array<std::string_view, N>& words, std::uint32_t number) {
  return number < N ? words[number] : words[0];
}

std::string_view memory_kind_name(std::uint32_t kind) {
  return word(kMemoryKinds, kind);
}

}  // namespace

std::string copy_name(std::uint32_t kind, std::uint32_t from, std::uint32_t to) {
  return fmt::format("Memcpy {} ({} -> {})", word(kCopyKinds, kind), memory_kind_name(from),
                     memory_kind_name(to));
}

std::string fill_name(std::uint32_t memory_kind) {
  return fmt::format("Memset ({})", memory_kind_name(memory_kind));
}

bool is_host_memory(std::uint32_t memory_kind) {
  constexpr std::uint32_t kPageable = 1, kPinned = 2;
  return memory_kind == kPageable || memory_kind == kPinned;
}

std::string_view sync_name(std::uint32_t type) {
  constexpr std::array<std::string_view, 5> kNames = {
      "Unknown Sync", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"};
  return word(kNames, type);
}

std::string_view overhead_name(std::uint32_t kind) {
  constexpr std::array<std::string_view, 9> kNames = {"Unknown",
                                                      "Buffer Flush",
                                                      "Instrumentation",
                                                      "Resource",
                                                      "Runtime Triggered Module Loading",
                                                      "Lazy Function Loading",
                                                      "Command Buffer Full",
                                                      "Activity Buffer Request",
                                                      "UVM Activity Init"};
  if (kind == 1) return "Driver Compiler";
  return word(kNames, kind >> 16U);
}

}  // namespace lanescope
