#include "core/readers/nsys/names.h"

#include "core/readers/rows/gpu_names.h"

namespace lanescope {
namespace {

/// CUPTI numbers kinds of memory from 1 and has no "unknown" at their end.
std::uint32_t memory_kind(NsysNumber kind) {
  constexpr std::int64_t kKinds = 7;
  return kind && *kind >= 0 && *kind < kKinds ? static_cast<std::uint32_t>(*kind + 1) : 0;
}

std::uint32_t small(NsysNumber number) {
  constexpr std::int64_t kMost = 1000;
  return number && *number >= 0 && *number < kMost ? static_cast<std::uint32_t>(*number) : 0;
}

}  // namespace

std::string nsys_copy_name(NsysNumber kind, NsysNumber from, NsysNumber to) {
  constexpr std::uint32_t kUnifiedToDevice = 11, kUnifiedToHost = 12, kUnifiedBetween = 13;
  constexpr std::uint32_t kToDevice = 1, kToHost = 2, kBetween = 8, kManaged = 5;
  switch (small(kind)) {
    case kUnifiedToDevice:
      return copy_name(kToDevice, kManaged, kManaged);
    case kUnifiedToHost:
      return copy_name(kToHost, kManaged, kManaged);
    case kUnifiedBetween:
      return copy_name(kBetween, kManaged, kManaged);
    default:
      return copy_name(small(kind), memory_kind(from), memory_kind(to));
  }
}

std::string nsys_fill_name(NsysNumber kind) {
  return fill_name(memory_kind(kind));
}

bool is_nsys_host_memory(NsysNumber kind) {
  return is_host_memory(memory_kind(kind));
}

std::string_view nsys_sync_name(NsysNumber type) {
  return sync_name(small(type));
}

std::string_view nsys_overhead_name(NsysNumber type) {
  // CUPTI's kinds: 1 for the compiler, others shifted by 16 bits.
  constexpr std::uint32_t kCompiler = 2;
  const std::uint32_t number = small(type);
  return overhead_name(number == kCompiler ? 1U : number < kCompiler ? 0U : (number - 2) << 16U);
}

}  // namespace lanescope
