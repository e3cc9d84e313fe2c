// If this does not compile, capture/agent/cupti/cupti_abi.h is wrong.
#include <cuda.h>
#include <cupti.h>

#include "capture/agent/cupti/cupti_abi.h"

namespace ours = lanescope::agent::cupti;

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
SAME(kMig, CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED);
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
SAME(kDomainState, CUPTI_CB_DOMAIN_STATE);
SAME(kStateFatalError, CUPTI_CBID_STATE_FATAL_ERROR);
SAME(kStateError, CUPTI_CBID_STATE_ERROR);
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
static_assert(sizeof(ours::StateData) == sizeof(CUpti_StateData));

using Kernel = CUpti_ActivityKernel9;  // also in the headers of CUDA 12
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

using Copy = CUpti_ActivityMemcpy5;
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

using Peer = CUpti_ActivityMemcpyPtoP4;
SAME_FIELD(copy::kCopyKind, Peer, copyKind);
SAME_FIELD(copy::kBytes, Peer, bytes);
SAME_FIELD(copy::kStart, Peer, start);
SAME_FIELD(copy::kStream, Peer, streamId);
SAME_FIELD(peer::kFromDevice, Peer, srcDeviceId);
SAME_FIELD(peer::kToDevice, Peer, dstDeviceId);
SAME_FIELD(peer::kCorrelation, Peer, correlationId);
SAME_FIELD(peer::kGraphNode, Peer, graphNodeId);
SAME_FIELD(peer::kGraph, Peer, graphId);

using Set = CUpti_ActivityMemset4;
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

using Sync = CUpti_ActivitySynchronization;
SAME_FIELD(sync::kType, Sync, type);
SAME_FIELD(sync::kStart, Sync, start);
SAME_FIELD(sync::kEnd, Sync, end);
SAME_FIELD(sync::kCorrelation, Sync, correlationId);
SAME_FIELD(sync::kContext, Sync, contextId);
SAME_FIELD(sync::kStream, Sync, streamId);
SAME_FIELD(sync::kEvent, Sync, cudaEventId);

using Overhead = CUpti_ActivityOverhead2;
SAME_FIELD(overhead::kOverheadKind, Overhead, overheadKind);
SAME_FIELD(overhead::kObjectKind, Overhead, objectKind);
SAME_FIELD(overhead::kObjectProcess, Overhead, objectId.pt.processId);
SAME_FIELD(overhead::kObjectThread, Overhead, objectId.pt.threadId);
SAME_FIELD(overhead::kStart, Overhead, start);
SAME_FIELD(overhead::kEnd, Overhead, end);
SAME_FIELD(overhead::kCorrelation, Overhead, correlationId);

using Memory = CUpti_ActivityMemory3;
SAME_FIELD(memory::kOperation, Memory, memoryOperationType);
SAME_FIELD(memory::kMemoryKind, Memory, memoryKind);
SAME_FIELD(memory::kCorrelation, Memory, correlationId);
SAME_FIELD(memory::kAddress, Memory, address);
SAME_FIELD(memory::kBytes, Memory, bytes);
SAME_FIELD(memory::kTime, Memory, timestamp);
SAME_FIELD(memory::kDevice, Memory, deviceId);
SAME_FIELD(memory::kContext, Memory, contextId);
SAME_FIELD(memory::kStream, Memory, streamId);

using Graph = CUpti_ActivityGraphTrace;
SAME_FIELD(graph::kCorrelation, Graph, correlationId);
SAME_FIELD(graph::kStart, Graph, start);
SAME_FIELD(graph::kEnd, Graph, end);
SAME_FIELD(graph::kDevice, Graph, deviceId);
SAME_FIELD(graph::kGraph, Graph, graphId);
SAME_FIELD(graph::kContext, Graph, contextId);
SAME_FIELD(graph::kStream, Graph, streamId);

using Event = CUpti_ActivityCudaEvent;
SAME_FIELD(event::kCorrelation, Event, correlationId);
SAME_FIELD(event::kContext, Event, contextId);
SAME_FIELD(event::kStream, Event, streamId);
SAME_FIELD(event::kEvent, Event, eventId);

using Device = CUpti_ActivityDevice4;
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

SAME_FIELD(context::kContext, CUpti_ActivityContext, contextId);
SAME_FIELD(context::kDevice, CUpti_ActivityContext, deviceId);
SAME_FIELD(context::kNullStream, CUpti_ActivityContext, nullStreamId);
SAME_FIELD(stream::kContext, CUpti_ActivityStream, contextId);
SAME_FIELD(stream::kStream, CUpti_ActivityStream, streamId);
SAME_FIELD(stream::kPriority, CUpti_ActivityStream, priority);
SAME_FIELD(stream::kFlag, CUpti_ActivityStream, flag);
SAME_FIELD(environment::kDevice, CUpti_ActivityEnvironment, deviceId);
SAME_FIELD(environment::kTime, CUpti_ActivityEnvironment, timestamp);
SAME_FIELD(environment::kKind, CUpti_ActivityEnvironment, environmentKind);
SAME_FIELD(environment::kValues, CUpti_ActivityEnvironment, data);
SAME_FIELD(jit::kEntry, CUpti_ActivityJit, jitEntryType);
SAME_FIELD(jit::kOperation, CUpti_ActivityJit, jitOperationType);
SAME_FIELD(jit::kDevice, CUpti_ActivityJit, deviceId);
SAME_FIELD(jit::kStart, CUpti_ActivityJit, start);
SAME_FIELD(jit::kEnd, CUpti_ActivityJit, end);
SAME_FIELD(jit::kCorrelation, CUpti_ActivityJit, correlationId);

#if CUPTI_API_VERSION >= 26
SAME_FIELD(sync::kEventSync, CUpti_ActivitySynchronization2, cudaEventSyncId);
SAME_FIELD(sync::kResult, CUpti_ActivitySynchronization2, returnValue);
SAME_FIELD(overhead::kData, CUpti_ActivityOverhead3, overheadData);
SAME_FIELD(event::kDevice, CUpti_ActivityCudaEvent2, deviceId);
SAME_FIELD(event::kTime, CUpti_ActivityCudaEvent2, deviceTimestamp);
SAME_FIELD(event::kEventSync, CUpti_ActivityCudaEvent2, cudaEventSyncId);
#endif
