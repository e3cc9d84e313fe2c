// The binary interface between NVTX and a tool loaded into the process, as far as it is used here;
// NVTX 2 and 3 are the same in this respect. Source: nvtx3/nvtxDetail/nvtxTypes.h and
// nvtx3/nvToolsExt.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::agent::nvtx {

// What NVTX passes to the tool.
inline constexpr std::uint32_t kCallbacksTable = 1;  // NVTX_ETID_CALLBACKS
using GetExportTable = const void* (*)(std::uint32_t table);

using Function = void (*)();
/// Pointers to the slots for the tool's functions, by id; null for a slot that a version lacks.
using FunctionTable = Function**;
struct CallbacksTable {
  std::size_t struct_size;
  int (*get_module_functions)(int module, FunctionTable* table, unsigned* size);  // 1: success
};

enum Module : int { kCore = 1, kCore2 = 5 };

enum CoreFunction : unsigned {
  kMarkEx = 1,
  kMarkA = 2,
  kMarkW = 3,
  kRangeStartEx = 4,
  kRangeStartA = 5,
  kRangeStartW = 6,
  kRangeEnd = 7,
  kRangePushEx = 8,
  kRangePushA = 9,
  kRangePushW = 10,
  kRangePop = 11,
  kNameOsThreadA = 14,
  kNameOsThreadW = 15,
};

enum Core2Function : unsigned {
  kDomainMarkEx = 1,
  kDomainRangeStartEx = 2,
  kDomainRangeEnd = 3,
  kDomainRangePushEx = 4,
  kDomainRangePop = 5,
  kDomainRegisterStringA = 10,
  kDomainRegisterStringW = 11,
  kDomainCreateA = 12,
  kDomainCreateW = 13,
  kDomainDestroy = 14,
};

enum class MessageType : std::int32_t { Ascii = 1, Wide = 2, Registered = 3 };

/// nvtxEventAttributes_t.
struct EventAttributes {
  std::uint16_t version, size;
  std::uint32_t category;
  std::int32_t color_type;
  std::uint32_t color;
  std::int32_t payload_type, reserved;
  std::uint64_t payload;
  MessageType message_type;
  union {
    const char* ascii;
    const wchar_t* wide;
    const void* registered;
  } message;
};
static_assert(sizeof(EventAttributes) == 48 && offsetof(EventAttributes, message) == 40);

inline constexpr int kNoLevel = -1;  // returned by a failed push or pop

}  // namespace lanescope::agent::nvtx
