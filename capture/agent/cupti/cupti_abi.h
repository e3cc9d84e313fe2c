// The part of CUPTI's binary interface that the agent uses: numbers, offsets and function types of
// the published interface (CUPTI documentation; CUDA 11.8 to 13.x, 64-bit Linux), written
// independently so that building needs nothing from NVIDIA. tests/capture/abi compares them with
// the real headers of every version that is there.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lanescope::agent::cupti {

// Results (CUptiResult)
using Result = std::int32_t;
inline constexpr Result kSuccess = 0, kInvalidParameter = 1, kMaxLimitReached = 12,
                        kNotCompatible = 14, kNotInitialized = 15, kInvalidKind = 21,
                        kNotSupported = 27, kVirtualizedDevice = 33, kInsufficientPrivileges = 35,
                        kOldProfilerApi = 36, kMultipleSubscribers = 39,
                        kVirtualizedPrivileges = 40, kConfidentialComputing = 41, kMig = 43,
                        kWsl = 45, kUnknown = 999;

// Kinds of records (CUpti_ActivityKind)
enum class Kind : std::uint32_t {
  Invalid = 0,
  Memcpy = 1,
  Memset = 2,
  Kernel = 3,
  Driver = 4,
  Runtime = 5,
  Device = 8,
  Context = 9,
  ConcurrentKernel = 10,
  Name = 11,
  Marker = 12,
  MarkerData = 13,
  Overhead = 17,
  Environment = 20,
  MemcpyPeer = 22,
  UnifiedMemoryCounter = 25,
  CudaEvent = 36,
  Stream = 37,
  Synchronization = 38,
  ExternalCorrelation = 39,
  Memory2 = 49,
  MemoryPool = 50,
  GraphTrace = 51,
  Jit = 52,
};
inline constexpr std::uint32_t kKindCount = 64;  // size tables cover numbers below this

// Callbacks
inline constexpr int kDomainDriver = 1, kDomainRuntime = 2, kDomainState = 6;
inline constexpr std::uint32_t kStateFatalError = 1, kStateError = 2;
inline constexpr int kSiteEnter = 0, kSiteExit = 1;

/// CUpti_CallbackData.
struct CallbackData {
  std::int32_t site;
  const char* function;
  const void* parameters;
  const void* result;  // of the call; valid on exit
  const char* symbol;  // of the launched kernel
  void* context;
  std::uint32_t context_uid;
  std::uint64_t* correlation_data;
  std::uint32_t correlation;
};
static_assert(sizeof(CallbackData) == 72 && offsetof(CallbackData, correlation) == 64);

/// CUpti_StateData.
struct StateData {
  Result result;
  const char* message;
};

using Subscriber = void*;
using Callback = void (*)(void* user, int domain, std::uint32_t id, const void* data);
/// CUpti_SubscriberParams as of 13.0; later versions are longer and are told apart by `bytes`.
struct SubscriberParams {
  std::size_t bytes;  // size of this struct
  const char* name;   // of the subscriber
  char* other_name;   // buffer for the name of an existing subscriber
  std::size_t other_bytes;
};
static_assert(sizeof(SubscriberParams) == 32);

using BufferRequested = void (*)(std::uint8_t** buffer, std::size_t* bytes,
                                 std::size_t* most_records);
using BufferCompleted = void (*)(void* context, std::uint32_t stream, std::uint8_t* buffer,
                                 std::size_t bytes, std::size_t valid_bytes);

// Attributes and flags
inline constexpr int kAttributeZeroedBuffers = 5;
inline constexpr int kThreadIdSystem = 1;
inline constexpr std::uint32_t kFlushForced = 1;

// Fields of records: offset and width.

/// Present if the record is long enough.
template <typename Type>
struct Field {
  std::uint32_t offset;
};
using U8 = Field<std::uint8_t>;
using U16 = Field<std::uint16_t>;
using U32 = Field<std::uint32_t>;
using I32 = Field<std::int32_t>;
using U64 = Field<std::uint64_t>;
using Text = Field<const char*>;

namespace kernel {  // CUpti_ActivityKernel4 … 13
inline constexpr U16 kRegisters{6};
inline constexpr U64 kStart{16}, kEnd{24};
inline constexpr U32 kDevice{40}, kContext{44}, kStream{48}, kGrid{52}, kBlock{64};
inline constexpr U32 kStaticShared{76}, kDynamicShared{80}, kLocalTotal{88}, kCorrelation{92};
inline constexpr Text kName{104};
inline constexpr U8 kLaunchType{136};
inline constexpr U32 kExecutedShared{140};
inline constexpr U64 kGraphNode{144};
inline constexpr U32 kGraph{156}, kChannel{168}, kChannelType{172}, kCluster{176};
inline constexpr U64 kLocalTotal64{192};
}  // namespace kernel

namespace copy {  // CUpti_ActivityMemcpy … 7
inline constexpr U8 kCopyKind{4}, kFrom{5}, kTo{6}, kFlags{7};
inline constexpr U64 kBytes{8}, kStart{16}, kEnd{24};
inline constexpr U32 kDevice{32}, kContext{36}, kStream{40}, kCorrelation{44};
inline constexpr U64 kGraphNode{64};
inline constexpr U32 kGraph{72};
}  // namespace copy

namespace peer {  // CUpti_ActivityMemcpyPtoP … 4; the first fields as in `copy`
inline constexpr U32 kFromDevice{44}, kToDevice{52}, kCorrelation{60};
inline constexpr U64 kGraphNode{72};
inline constexpr U32 kGraph{80};
}  // namespace peer

namespace set {  // CUpti_ActivityMemset … 5
inline constexpr U32 kValue{4};
inline constexpr U64 kBytes{8}, kStart{16}, kEnd{24};
inline constexpr U32 kDevice{32}, kContext{36}, kStream{40}, kCorrelation{44};
inline constexpr U16 kMemoryKind{50};
inline constexpr U64 kGraphNode{64};
inline constexpr U32 kGraph{72};
}  // namespace set

namespace api {  // CUpti_ActivityAPI
inline constexpr U32 kId{4};
inline constexpr U64 kStart{8}, kEnd{16};
inline constexpr U32 kThread{28}, kCorrelation{32};
inline constexpr I32 kResult{36};
}  // namespace api

namespace sync {  // CUpti_ActivitySynchronization, 2
inline constexpr U32 kType{4};
inline constexpr U64 kStart{8}, kEnd{16};
inline constexpr U32 kCorrelation{24}, kContext{28}, kStream{32}, kEvent{36};
inline constexpr U64 kEventSync{40};
inline constexpr U32 kResult{48};
}  // namespace sync

namespace overhead {  // CUpti_ActivityOverhead … 3
inline constexpr U32 kOverheadKind{4}, kObjectKind{8}, kObjectProcess{12}, kObjectThread{16};
inline constexpr U64 kStart{24}, kEnd{32};
inline constexpr U32 kCorrelation{40};
inline constexpr Field<void*> kData{48};  // from malloc; we must free it
inline constexpr std::uint32_t kObjectIsThread = 2;
}  // namespace overhead

namespace memory {  // CUpti_ActivityMemory2 … 4
inline constexpr U32 kOperation{4}, kMemoryKind{8}, kCorrelation{12};
inline constexpr U64 kAddress{16}, kBytes{24}, kTime{32};
inline constexpr U32 kDevice{52}, kContext{56}, kStream{60};
}  // namespace memory

namespace graph {  // CUpti_ActivityGraphTrace, 2
inline constexpr U32 kCorrelation{4};
inline constexpr U64 kStart{8}, kEnd{16};
inline constexpr U32 kDevice{24}, kGraph{28}, kContext{32}, kStream{36};
}  // namespace graph

namespace event {  // CUpti_ActivityCudaEvent … 3
inline constexpr U32 kCorrelation{4}, kContext{8}, kStream{12}, kEvent{16}, kDevice{24};
inline constexpr U64 kTime{40}, kEventSync{48};
}  // namespace event

namespace device {  // CUpti_ActivityDevice4 … 6
inline constexpr U64 kBandwidth{8}, kMemory{16};
inline constexpr U32 kL2{28}, kWarp{32}, kClock{36}, kSms{44}, kWarpsPerSm{52}, kBlocksPerSm{56},
    kSharedPerSm{60}, kRegistersPerSm{64}, kRegistersPerBlock{68}, kSharedPerBlock{72},
    kThreadsPerBlock{76}, kMajor{104}, kMinor{108}, kId{112}, kEcc{116}, kUuid{120};
inline constexpr Text kName{136};  // from malloc; we must free it
}  // namespace device

namespace context {  // CUpti_ActivityContext … 4
inline constexpr U32 kContext{4}, kDevice{8};
inline constexpr U16 kNullStream{14};
}  // namespace context

namespace stream {  // CUpti_ActivityStream
inline constexpr U32 kContext{4}, kStream{8}, kPriority{12}, kFlag{16};
}  // namespace stream

namespace environment {  // CUpti_ActivityEnvironment
inline constexpr U32 kDevice{4};
inline constexpr U64 kTime{8};
inline constexpr U32 kKind{16}, kValues{20};
}  // namespace environment

namespace jit {  // CUpti_ActivityJit, 2
inline constexpr U32 kEntry{4}, kOperation{8}, kDevice{12};
inline constexpr U64 kStart{16}, kEnd{24};
inline constexpr U32 kCorrelation{32};
}  // namespace jit

}  // namespace lanescope::agent::cupti
