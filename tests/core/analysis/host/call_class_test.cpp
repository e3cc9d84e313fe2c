#include "core/analysis/host/call_class.h"

#include <doctest/doctest.h>

using namespace lanescope;

TEST_CASE("calls that wait for the GPU are told from those that only mention waiting") {
  for (const char* name :
       {"cudaDeviceSynchronize", "hipStreamSynchronize", "cudaEventSynchronize",
        "cudaStreamSynchronize_v3020", "cuCtxSynchronize", "cuStreamSynchronize", "cudaMemcpy",
        "cudaMemcpy_v2", "hipMemcpy", "cuMemcpyDtoH", "cuMemcpyHtoD_v2", "cuMemcpyDtoD",
        "hipMemcpyWithStream", "hipMemcpyDtoH"}) {
    CAPTURE(name);
    CHECK(classify_host_call(name) == HostCallClass::Synchronize);
  }
  for (const char* name :
       {"cudaMemcpyAsync", "hipMemcpyDtoHAsync", "hipMemcpyPeer", "cudaMemcpy_v", "cudaMemcpy_vx",
        "cudaStreamWaitEvent", "cuMemcpyDtoHAsync", "cuMemcpyDtoH_v3", "cuDeviceSynchronize",
        "synchronize", "", "cudaLaunchKernel", "mtiaStreamSynchronize"}) {
    CAPTURE(name);
    CHECK(classify_host_call(name) == HostCallClass::Other);
  }
}

TEST_CASE("calls that take memory from the driver or give it back are known") {
  for (const char* name :
       {"cudaMalloc", "cudaMallocAsync", "cudaFree", "cudaHostAlloc", "cudaFreeHost", "hipMalloc",
        "hipHostMalloc", "hipExtMallocWithFlags", "cudaHostUnregister", "cuMemCreate", "cuMemMap",
        "cuMemUnmap", "cuMemRelease", "cuMemAlloc_v2", "cuMemAddressReserve", "cuMemSetAccess"}) {
    CAPTURE(name);
    CHECK(classify_host_call(name) == HostCallClass::Allocate);
  }
  CHECK(classify_host_call("cudaMemGetInfo") == HostCallClass::Other);
  CHECK(classify_host_call("cuMemcpyAsync") == HostCallClass::Other);
}

TEST_CASE("waits of JAX are told from what only mentions them") {
  for (const char* name :
       {"api.py(3105): block_until_ready", "<built-in method block_until_ready>",
        "<built-in function xla_client.batched_block_until_ready>",
        "PjRtStreamExecutorBuffer::Await", "TfrtGpuBuffer::Await", "CommonPjRtBuffer::Await",
        "TfrtCpuBuffer::BlockHostUntilReady", "BlockHostUntilDone", "AwaitReady"}) {
    CAPTURE(name);
    CHECK(is_result_wait(name));
  }
  for (const char* name :
       {"", ">", "api.py(2754): try_to_block", "train.py(3): call_block_until_ready",
        "block_until_ready.py(3): main", "Wait for usage holds", "PjRtFuture::Awaited", "Await"}) {
    CAPTURE(name);
    CHECK_FALSE(is_result_wait(name));
  }
}
