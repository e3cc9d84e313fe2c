#include "capture/agent/api_names.h"

#include <doctest/doctest.h>

using namespace lanescope;
using namespace lanescope::agent;
using wire::ApiClass;

TEST_CASE("names lose underscores, versions and variants, and nothing else") {
  CHECK(api_stem("cudaLaunchKernel_v7000") == "cudaLaunchKernel");
  CHECK(api_stem("cudaLaunchKernel_ptsz_v7000") == "cudaLaunchKernel");
  CHECK(api_stem("__cudaLaunchKernel_v12080") == "cudaLaunchKernel");
  CHECK(api_stem("cuLaunchKernel_ptsz") == "cuLaunchKernel");
  CHECK(api_stem("cuMemcpyHtoDAsync_v2_ptsz") == "cuMemcpyHtoDAsync");
  CHECK(api_stem("cuMemAlloc") == "cuMemAlloc");
  CHECK(api_stem("cudaMemcpy2D_v3020") == "cudaMemcpy2D");
  CHECK(api_stem("cuTexRefSetAddress2D_v3") == "cuTexRefSetAddress2D");
  CHECK(api_stem("") == "");
  CHECK(api_stem("_v1") == "v1");
}

TEST_CASE("functions are sorted by what they do") {
  CHECK(classify_api("cudaLaunchKernelExC").kind == ApiClass::Launch);
  CHECK(classify_api("cuGraphLaunch").kind == ApiClass::Launch);
  CHECK(classify_api("cudaLaunchHostFunc").kind == ApiClass::Other);
  CHECK(classify_api("cudaMemcpyBatchAsync").kind == ApiClass::Copy);
  CHECK(classify_api("cuMemsetD32Async").kind == ApiClass::Set);
  CHECK(classify_api("cudaEventSynchronize").kind == ApiClass::Sync);
  CHECK(classify_api("cuStreamWaitEvent").kind == ApiClass::Sync);
  CHECK(classify_api("cudaFreeAsync").kind == ApiClass::Memory);
  CHECK(classify_api("cuMemAllocPitch").kind == ApiClass::Memory);
  CHECK(classify_api("cudaGetLastError").noisy);
  CHECK(!classify_api("cudaGetLastError").callback);
  CHECK(classify_api("cudaLaunchKernel").callback);
  CHECK(classify_api("cudaDeviceReset").flushes);
}

TEST_CASE("holes in the ids are walked over, and the end is found") {
  const auto get = [](int domain, std::uint32_t id, const char** name) -> cupti::Result {
    if (domain == 2 && (id == 5 || id == 60)) {
      *name = "cudaMalloc_v3020";
      return cupti::kSuccess;
    }
    return cupti::kInvalidParameter;
  };
  static ApiNames names;
  CHECK(names.load(get) == 2);
  CHECK(names.end(wire::ApiDomain::Runtime) == 61);
  CHECK(names.of(wire::ApiDomain::Runtime, 60).name == std::string_view("cudaMalloc"));
  CHECK(names.of(wire::ApiDomain::Runtime, 59).name == nullptr);
  CHECK(names.of(wire::ApiDomain::Driver, 5).name == nullptr);
  CHECK(names.of(wire::ApiDomain::Runtime, 1U << 30).name == nullptr);
}
