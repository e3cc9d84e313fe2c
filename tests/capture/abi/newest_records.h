// The structs that each version of CUPTI fills: of each kind the newest one of its headers.
#pragma once

#include <cstdint>
#include <cuda.h>
#include <cupti.h>

namespace lanescope::newest {

// CUDA 12.0 and 12.1 have the number of 11.8; see release_of.
inline constexpr std::uint32_t kRelease =
    CUPTI_API_VERSION == 18 && CUDA_VERSION >= 12000 ? 19 : CUPTI_API_VERSION;

#if CUPTI_API_VERSION >= 130400
using Kernel = CUpti_ActivityKernel13;
#elif CUPTI_API_VERSION >= 130300
using Kernel = CUpti_ActivityKernel12;
#elif CUPTI_API_VERSION >= 130100
using Kernel = CUpti_ActivityKernel11;
#elif CUPTI_API_VERSION >= 130000
using Kernel = CUpti_ActivityKernel10;
#elif CUDA_VERSION >= 12000
using Kernel = CUpti_ActivityKernel9;
#else
using Kernel = CUpti_ActivityKernel8;
#endif

#if CUPTI_API_VERSION >= 130400
using Copy = CUpti_ActivityMemcpy7;
using Set = CUpti_ActivityMemset5;
#elif CUPTI_API_VERSION >= 26
using Copy = CUpti_ActivityMemcpy6;
using Set = CUpti_ActivityMemset4;
#else
using Copy = CUpti_ActivityMemcpy5;
using Set = CUpti_ActivityMemset4;
#endif
using Peer = CUpti_ActivityMemcpyPtoP4;

#if CUPTI_API_VERSION >= 26
using Sync = CUpti_ActivitySynchronization2;
using UnifiedMemoryCounter = CUpti_ActivityUnifiedMemoryCounter3;
#else
using Sync = CUpti_ActivitySynchronization;
using UnifiedMemoryCounter = CUpti_ActivityUnifiedMemoryCounter2;
#endif

#if CUPTI_API_VERSION >= 130500
using Event = CUpti_ActivityCudaEvent3;
#elif CUPTI_API_VERSION >= 26
using Event = CUpti_ActivityCudaEvent2;
#else
using Event = CUpti_ActivityCudaEvent;
#endif

#if CUPTI_API_VERSION >= 22
using Overhead = CUpti_ActivityOverhead3;
using Jit = CUpti_ActivityJit2;
#elif CUPTI_API_VERSION >= 21
using Overhead = CUpti_ActivityOverhead2;
using Jit = CUpti_ActivityJit;
#else
using Overhead = CUpti_ActivityOverhead;
using Jit = CUpti_ActivityJit;
#endif

#if CUPTI_API_VERSION >= 24
using Memory = CUpti_ActivityMemory4;
#else
using Memory = CUpti_ActivityMemory3;
#endif

#if CUPTI_API_VERSION >= 21
using Graph = CUpti_ActivityGraphTrace2;
#else
using Graph = CUpti_ActivityGraphTrace;
#endif

#if CUPTI_API_VERSION >= 130200
using Device = CUpti_ActivityDevice6;
#elif CUPTI_API_VERSION >= 20
using Device = CUpti_ActivityDevice5;
#else
using Device = CUpti_ActivityDevice4;
#endif

#if CUPTI_API_VERSION >= 130100
using Context = CUpti_ActivityContext4;
#elif CUPTI_API_VERSION >= 23
using Context = CUpti_ActivityContext3;
#elif CUPTI_API_VERSION >= 22
using Context = CUpti_ActivityContext2;
#else
using Context = CUpti_ActivityContext;
#endif

#if CUPTI_API_VERSION >= 130000
using MarkerData = CUpti_ActivityMarkerData2;
using MemoryPool = CUpti_ActivityMemoryPool3;
#else
using MarkerData = CUpti_ActivityMarkerData;
using MemoryPool = CUpti_ActivityMemoryPool2;
#endif

}  // namespace lanescope::newest
