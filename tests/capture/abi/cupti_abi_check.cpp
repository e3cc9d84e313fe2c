// If this does not compile, capture/agent/cupti/cupti_abi.h or size_changes.h is wrong. Compiled
// once for each version of CUDA whose headers are there.
#include "capture/agent/cupti/cupti_abi.h"
#include "capture/agent/cupti/size_changes.h"
#include "tests/capture/abi/newest_records.h"

namespace ours = lanescope::agent::cupti;
namespace newest = lanescope::newest;

#define SAME_FIELD(field, record, member) \
  static_assert(ours::field.offset == offsetof(record, member))
#define SAME(number, theirs) \
  static_assert(static_cast<long>(ours::number) == static_cast<long>(theirs))

SAME(kInvalidParameter, CUPTI_ERROR_INVALID_PARAMETER);
SAME(kMaxLimitReached, CUPTI_ERROR_MAX_LIMIT_REACHED);
SAME(kNotCompatible, CUPTI_ERROR_NOT_COMPATIBLE);
SAME(kNotInitialized, CUPTI_ERROR_NOT_INITIALIZED);
SAME(kInvalidKind, CUPTI_ERROR_INVALID_KIND);
SAME(kNotSupported, CUPTI_ERROR_NOT_SUPPORTED);
SAME(kVirtualizedDevice, CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED);
SAME(kInsufficientPrivileges, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
SAME(kOldProfilerApi, CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED);
SAME(kMultipleSubscribers, CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED);
SAME(kVirtualizedPrivileges, CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES);
SAME(kConfidentialComputing, CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED);
#if CUPTI_API_VERSION >= 26
SAME(kMig, CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED);
#endif
SAME(kUnknown, CUPTI_ERROR_UNKNOWN);

#if CUPTI_API_VERSION >= 130000
static_assert(offsetof(ours::SubscriberParams, name) ==
              offsetof(CUpti_SubscriberParams, subscriberName));
static_assert(offsetof(ours::SubscriberParams, other_name) ==
              offsetof(CUpti_SubscriberParams, oldSubscriberName));
static_assert(offsetof(ours::SubscriberParams, other_bytes) ==
              offsetof(CUpti_SubscriberParams, oldSubscriberSize));
static_assert(sizeof(ours::SubscriberParams) <= sizeof(CUpti_SubscriberParams));
#endif

SAME(Kind::Memcpy, CUPTI_ACTIVITY_KIND_MEMCPY);
SAME(Kind::Memset, CUPTI_ACTIVITY_KIND_MEMSET);
SAME(Kind::Driver, CUPTI_ACTIVITY_KIND_DRIVER);
SAME(Kind::Runtime, CUPTI_ACTIVITY_KIND_RUNTIME);
SAME(Kind::Device, CUPTI_ACTIVITY_KIND_DEVICE);
SAME(Kind::Context, CUPTI_ACTIVITY_KIND_CONTEXT);
SAME(Kind::ConcurrentKernel, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
SAME(Kind::Overhead, CUPTI_ACTIVITY_KIND_OVERHEAD);
SAME(Kind::Environment, CUPTI_ACTIVITY_KIND_ENVIRONMENT);
SAME(Kind::MemcpyPeer, CUPTI_ACTIVITY_KIND_MEMCPY2);
SAME(Kind::CudaEvent, CUPTI_ACTIVITY_KIND_CUDA_EVENT);
SAME(Kind::Stream, CUPTI_ACTIVITY_KIND_STREAM);
SAME(Kind::Synchronization, CUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
SAME(Kind::Memory2, CUPTI_ACTIVITY_KIND_MEMORY2);
SAME(Kind::GraphTrace, CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
SAME(Kind::Jit, CUPTI_ACTIVITY_KIND_JIT);

SAME(kDomainDriver, CUPTI_CB_DOMAIN_DRIVER_API);
SAME(kDomainRuntime, CUPTI_CB_DOMAIN_RUNTIME_API);
#if CUPTI_API_VERSION >= 20
SAME(kDomainState, CUPTI_CB_DOMAIN_STATE);
SAME(kStateFatalError, CUPTI_CBID_STATE_FATAL_ERROR);
SAME(kStateError, CUPTI_CBID_STATE_ERROR);
static_assert(sizeof(ours::StateData) == sizeof(CUpti_StateData));
#else
// The agent asks for it all the same; a domain that does not exist is refused.
static_assert(ours::kDomainState == CUPTI_CB_DOMAIN_SIZE);
#endif
SAME(kSiteEnter, CUPTI_API_ENTER);
SAME(kSiteExit, CUPTI_API_EXIT);
SAME(kAttributeZeroedBuffers, CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER);
SAME(kThreadIdSystem, CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
SAME(kFlushForced, CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
SAME(overhead::kObjectIsThread, CUPTI_ACTIVITY_OBJECT_THREAD);

static_assert(sizeof(ours::CallbackData) == sizeof(CUpti_CallbackData));
static_assert(offsetof(ours::CallbackData, site) == offsetof(CUpti_CallbackData, callbackSite));
static_assert(offsetof(ours::CallbackData, parameters) ==
              offsetof(CUpti_CallbackData, functionParams));
static_assert(offsetof(ours::CallbackData, result) ==
              offsetof(CUpti_CallbackData, functionReturnValue));
static_assert(offsetof(ours::CallbackData, symbol) == offsetof(CUpti_CallbackData, symbolName));
static_assert(offsetof(ours::CallbackData, correlation) ==
              offsetof(CUpti_CallbackData, correlationId));

using newest::Kernel;
SAME_FIELD(kernel::kRegisters, Kernel, registersPerThread);
SAME_FIELD(kernel::kStart, Kernel, start);
SAME_FIELD(kernel::kEnd, Kernel, end);
SAME_FIELD(kernel::kDevice, Kernel, deviceId);
SAME_FIELD(kernel::kContext, Kernel, contextId);
SAME_FIELD(kernel::kStream, Kernel, streamId);
SAME_FIELD(kernel::kGrid, Kernel, gridX);
SAME_FIELD(kernel::kBlock, Kernel, blockX);
SAME_FIELD(kernel::kStaticShared, Kernel, staticSharedMemory);
SAME_FIELD(kernel::kDynamicShared, Kernel, dynamicSharedMemory);
SAME_FIELD(kernel::kLocalTotal, Kernel, localMemoryTotal);
SAME_FIELD(kernel::kCorrelation, Kernel, correlationId);
SAME_FIELD(kernel::kName, Kernel, name);
SAME_FIELD(kernel::kLaunchType, Kernel, launchType);
SAME_FIELD(kernel::kExecutedShared, Kernel, sharedMemoryExecuted);
SAME_FIELD(kernel::kGraphNode, Kernel, graphNodeId);
SAME_FIELD(kernel::kGraph, Kernel, graphId);
SAME_FIELD(kernel::kChannel, Kernel, channelID);
SAME_FIELD(kernel::kChannelType, Kernel, channelType);
SAME_FIELD(kernel::kCluster, Kernel, clusterX);
SAME_FIELD(kernel::kLocalTotal64, Kernel, localMemoryTotal_v2);

using newest::Copy;
SAME_FIELD(copy::kCopyKind, Copy, copyKind);
SAME_FIELD(copy::kFrom, Copy, srcKind);
SAME_FIELD(copy::kTo, Copy, dstKind);
SAME_FIELD(copy::kFlags, Copy, flags);
SAME_FIELD(copy::kBytes, Copy, bytes);
SAME_FIELD(copy::kStart, Copy, start);
SAME_FIELD(copy::kEnd, Copy, end);
SAME_FIELD(copy::kDevice, Copy, deviceId);
SAME_FIELD(copy::kContext, Copy, contextId);
SAME_FIELD(copy::kStream, Copy, streamId);
SAME_FIELD(copy::kCorrelation, Copy, correlationId);
SAME_FIELD(copy::kGraphNode, Copy, graphNodeId);
SAME_FIELD(copy::kGraph, Copy, graphId);

using newest::Peer;
SAME_FIELD(copy::kCopyKind, Peer, copyKind);
SAME_FIELD(copy::kBytes, Peer, bytes);
SAME_FIELD(copy::kStart, Peer, start);
SAME_FIELD(copy::kStream, Peer, streamId);
SAME_FIELD(peer::kFromDevice, Peer, srcDeviceId);
SAME_FIELD(peer::kToDevice, Peer, dstDeviceId);
SAME_FIELD(peer::kCorrelation, Peer, correlationId);
SAME_FIELD(peer::kGraphNode, Peer, graphNodeId);
SAME_FIELD(peer::kGraph, Peer, graphId);

using newest::Set;
SAME_FIELD(set::kValue, Set, value);
SAME_FIELD(set::kBytes, Set, bytes);
SAME_FIELD(set::kStart, Set, start);
SAME_FIELD(set::kEnd, Set, end);
SAME_FIELD(set::kDevice, Set, deviceId);
SAME_FIELD(set::kContext, Set, contextId);
SAME_FIELD(set::kStream, Set, streamId);
SAME_FIELD(set::kCorrelation, Set, correlationId);
SAME_FIELD(set::kMemoryKind, Set, memoryKind);
SAME_FIELD(set::kGraphNode, Set, graphNodeId);
SAME_FIELD(set::kGraph, Set, graphId);

SAME_FIELD(api::kId, CUpti_ActivityAPI, cbid);
SAME_FIELD(api::kStart, CUpti_ActivityAPI, start);
SAME_FIELD(api::kEnd, CUpti_ActivityAPI, end);
SAME_FIELD(api::kThread, CUpti_ActivityAPI, threadId);
SAME_FIELD(api::kCorrelation, CUpti_ActivityAPI, correlationId);
SAME_FIELD(api::kResult, CUpti_ActivityAPI, returnValue);

using newest::Sync;
SAME_FIELD(sync::kType, Sync, type);
SAME_FIELD(sync::kStart, Sync, start);
SAME_FIELD(sync::kEnd, Sync, end);
SAME_FIELD(sync::kCorrelation, Sync, correlationId);
SAME_FIELD(sync::kContext, Sync, contextId);
SAME_FIELD(sync::kStream, Sync, streamId);
SAME_FIELD(sync::kEvent, Sync, cudaEventId);

using newest::Overhead;
SAME_FIELD(overhead::kOverheadKind, Overhead, overheadKind);
SAME_FIELD(overhead::kObjectKind, Overhead, objectKind);
SAME_FIELD(overhead::kObjectProcess, Overhead, objectId.pt.processId);
SAME_FIELD(overhead::kObjectThread, Overhead, objectId.pt.threadId);
SAME_FIELD(overhead::kStart, Overhead, start);
SAME_FIELD(overhead::kEnd, Overhead, end);
#if CUPTI_API_VERSION >= 21
SAME_FIELD(overhead::kCorrelation, Overhead, correlationId);
#endif

using newest::Memory;
SAME_FIELD(memory::kOperation, Memory, memoryOperationType);
SAME_FIELD(memory::kMemoryKind, Memory, memoryKind);
SAME_FIELD(memory::kCorrelation, Memory, correlationId);
SAME_FIELD(memory::kAddress, Memory, address);
SAME_FIELD(memory::kBytes, Memory, bytes);
SAME_FIELD(memory::kTime, Memory, timestamp);
SAME_FIELD(memory::kDevice, Memory, deviceId);
SAME_FIELD(memory::kContext, Memory, contextId);
SAME_FIELD(memory::kStream, Memory, streamId);

using newest::Graph;
SAME_FIELD(graph::kCorrelation, Graph, correlationId);
SAME_FIELD(graph::kStart, Graph, start);
SAME_FIELD(graph::kEnd, Graph, end);
SAME_FIELD(graph::kDevice, Graph, deviceId);
SAME_FIELD(graph::kGraph, Graph, graphId);
SAME_FIELD(graph::kContext, Graph, contextId);
SAME_FIELD(graph::kStream, Graph, streamId);

using newest::Event;
SAME_FIELD(event::kCorrelation, Event, correlationId);
SAME_FIELD(event::kContext, Event, contextId);
SAME_FIELD(event::kStream, Event, streamId);
SAME_FIELD(event::kEvent, Event, eventId);

using newest::Device;
SAME_FIELD(device::kBandwidth, Device, globalMemoryBandwidth);
SAME_FIELD(device::kMemory, Device, globalMemorySize);
SAME_FIELD(device::kL2, Device, l2CacheSize);
SAME_FIELD(device::kWarp, Device, numThreadsPerWarp);
SAME_FIELD(device::kClock, Device, coreClockRate);
SAME_FIELD(device::kSms, Device, numMultiprocessors);
SAME_FIELD(device::kWarpsPerSm, Device, maxWarpsPerMultiprocessor);
SAME_FIELD(device::kBlocksPerSm, Device, maxBlocksPerMultiprocessor);
SAME_FIELD(device::kSharedPerSm, Device, maxSharedMemoryPerMultiprocessor);
SAME_FIELD(device::kRegistersPerSm, Device, maxRegistersPerMultiprocessor);
SAME_FIELD(device::kRegistersPerBlock, Device, maxRegistersPerBlock);
SAME_FIELD(device::kSharedPerBlock, Device, maxSharedMemoryPerBlock);
SAME_FIELD(device::kThreadsPerBlock, Device, maxThreadsPerBlock);
SAME_FIELD(device::kMajor, Device, computeCapabilityMajor);
SAME_FIELD(device::kMinor, Device, computeCapabilityMinor);
SAME_FIELD(device::kId, Device, id);
SAME_FIELD(device::kEcc, Device, eccEnabled);
SAME_FIELD(device::kUuid, Device, uuid);
SAME_FIELD(device::kName, Device, name);

SAME_FIELD(context::kContext, newest::Context, contextId);
SAME_FIELD(context::kDevice, newest::Context, deviceId);
SAME_FIELD(context::kNullStream, newest::Context, nullStreamId);
SAME_FIELD(stream::kContext, CUpti_ActivityStream, contextId);
SAME_FIELD(stream::kStream, CUpti_ActivityStream, streamId);
SAME_FIELD(stream::kPriority, CUpti_ActivityStream, priority);
SAME_FIELD(stream::kFlag, CUpti_ActivityStream, flag);
SAME_FIELD(environment::kDevice, CUpti_ActivityEnvironment, deviceId);
SAME_FIELD(environment::kTime, CUpti_ActivityEnvironment, timestamp);
SAME_FIELD(environment::kKind, CUpti_ActivityEnvironment, environmentKind);
SAME_FIELD(environment::kValues, CUpti_ActivityEnvironment, data);
SAME_FIELD(jit::kEntry, newest::Jit, jitEntryType);
SAME_FIELD(jit::kOperation, newest::Jit, jitOperationType);
SAME_FIELD(jit::kDevice, newest::Jit, deviceId);
SAME_FIELD(jit::kStart, newest::Jit, start);
SAME_FIELD(jit::kEnd, newest::Jit, end);
SAME_FIELD(jit::kCorrelation, newest::Jit, correlationId);

#if CUPTI_API_VERSION >= 22
SAME_FIELD(overhead::kData, Overhead, overheadData);
#endif
#if CUPTI_API_VERSION >= 26
SAME_FIELD(sync::kEventSync, Sync, cudaEventSyncId);
SAME_FIELD(sync::kResult, Sync, returnValue);
SAME_FIELD(event::kDevice, Event, deviceId);
SAME_FIELD(event::kTime, Event, deviceTimestamp);
SAME_FIELD(event::kEventSync, Event, cudaEventSyncId);
#endif

#define SAME_SIZE(kind, record) \
  static_assert(lanescope::agent::size_in(newest::kRelease, ours::Kind::kind) == sizeof(record))
SAME_SIZE(Memcpy, Copy);
SAME_SIZE(Memset, Set);
SAME_SIZE(Kernel, Kernel);
SAME_SIZE(Driver, CUpti_ActivityAPI);
SAME_SIZE(Runtime, CUpti_ActivityAPI);
SAME_SIZE(Device, Device);
SAME_SIZE(Context, newest::Context);
SAME_SIZE(ConcurrentKernel, Kernel);
SAME_SIZE(Name, CUpti_ActivityName);
SAME_SIZE(Marker, CUpti_ActivityMarker2);
SAME_SIZE(MarkerData, newest::MarkerData);
SAME_SIZE(Overhead, Overhead);
SAME_SIZE(Environment, CUpti_ActivityEnvironment);
SAME_SIZE(MemcpyPeer, Peer);
SAME_SIZE(UnifiedMemoryCounter, newest::UnifiedMemoryCounter);
SAME_SIZE(CudaEvent, Event);
SAME_SIZE(Stream, CUpti_ActivityStream);
SAME_SIZE(Synchronization, Sync);
SAME_SIZE(ExternalCorrelation, CUpti_ActivityExternalCorrelation);
SAME_SIZE(Memory2, Memory);
SAME_SIZE(MemoryPool, newest::MemoryPool);
SAME_SIZE(GraphTrace, Graph);
SAME_SIZE(Jit, newest::Jit);
