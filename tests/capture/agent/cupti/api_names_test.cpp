#include "capture/agent/cupti/api_names.h"

#include <memory>
#include <string>

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
  CHECK(api_stem("__") == "");
  CHECK(api_stem("cudaMemcpyAsync_ptds") == "cudaMemcpyAsync");
  CHECK(api_stem("f_v09") == "f");
  CHECK(api_stem("f_v") == "f_v");
  CHECK(api_stem("f_v1x") == "f_v1x");
  CHECK(api_stem("12") == "12");
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

TEST_CASE("every function that waits or takes memory is known as one, and nothing like it") {
  for (const char* stem : {"cudaDeviceReset", "cudaDeviceSynchronize", "cuCtxSynchronize",
                           "cudaStreamWaitEvent", "cuEventSynchronize"})
    CHECK(classify_api(stem).kind == ApiClass::Sync);
  for (const char* stem : {"cudaMalloc", "cudaFreeHost", "cuMemAllocManaged", "cuMemFree_v",
                           "cudaHostAlloc", "cuMemHostAlloc"})
    CHECK(classify_api(stem).kind == ApiClass::Memory);
  for (const char* stem : {"cudaMemcpy", "cuMemcpyPeerAsync"})
    CHECK(classify_api(stem).kind == ApiClass::Copy);
  CHECK(classify_api("cudaMemset").kind == ApiClass::Set);
  for (const char* stem : {"cudaHostAllocator", "cuMemHostAllocs", "cudaDeviceResetAll",
                           "cuDeviceReset", "cuMalloc", "cudaMemAlloc", "cudaGraphLaunches"})
    CHECK(classify_api(stem).kind == ApiClass::Other);
  CHECK_FALSE(classify_api("cudaDeviceSynchronize").flushes);
  CHECK_FALSE(classify_api("cudaMalloc").noisy);
  CHECK_FALSE(classify_api("cudaFuncSetAttribute").callback);
}

TEST_CASE("the stream of a call is where its function has it") {
  const auto is_at = [](const char* stem, int offset, bool by_config = false) {
    const ApiName api = classify_api(stem);
    CHECK(int{api.stream} == offset);
    CHECK(api.by_config == by_config);
  };
  is_at("cudaLaunchKernel", 48);
  is_at("cudaLaunchKernelExC", 0, true);
  is_at("cuLaunchKernel", 40);
  is_at("cuLaunchKernelEx", 0, true);
  is_at("cudaGraphLaunch", 8);
  is_at("cudaMemcpyAsync", 32);
  is_at("cuMemcpyDtoHAsync", 24);
  is_at("cuStreamWaitEvent", 0);
  is_at("cudaMalloc", -1);
}

namespace {

/// What get_callback_name returns in the cases below.
struct Named {
  int domain;
  std::uint32_t id;
};
Named named[3];
std::size_t asked = 0;
std::string long_name;

cupti::Result answer(int domain, std::uint32_t id, const char** name) {
  ++asked;
  for (const Named& one : named) {
    if (one.domain != domain || one.id != id) continue;
    *name = "cudaMalloc_v3020";
    return cupti::kSuccess;
  }
  return cupti::kInvalidParameter;
}

}  // namespace

TEST_CASE("a hole of 63 ids is walked over, one of 64 is the end") {
  for (const auto& [domain, kind] :
       {std::pair{1, wire::ApiDomain::Driver}, {2, wire::ApiDomain::Runtime}}) {
    const auto names = std::make_unique<ApiNames>();
    named[0] = {domain, 1};
    named[1] = {domain, 65};
    named[2] = {domain, 130};
    CHECK(names->load(answer) == 2);
    CHECK(names->end(kind) == 66);
    CHECK(names->of(kind, 1).name == std::string("cudaMalloc"));
    CHECK(names->of(kind, 65).kind == ApiClass::Memory);
    CHECK(names->of(kind, 130).name == nullptr);
  }
}

TEST_CASE(
    "a function that answers without a name has none, and ids end at what there is room for") {
  const auto names = std::make_unique<ApiNames>();
  CHECK(names->load([](int, std::uint32_t, const char**) { return cupti::kSuccess; }) == 0);
  asked = 0;
  const auto every = [](int domain, std::uint32_t id, const char** name) -> cupti::Result {
    asked = id > asked ? id : asked;
    *name = domain == 1 ? "cuInit" : "_";  // nothing is left of the runtime's name
    return cupti::kSuccess;
  };
  CHECK(names->load(every) == ApiNames::kMost - 1);
  CHECK(asked == ApiNames::kMost - 1);
  CHECK(names->of(wire::ApiDomain::Driver, ApiNames::kMost - 1).name == std::string("cuInit"));
  CHECK(names->of(wire::ApiDomain::Driver, ApiNames::kMost).name == nullptr);
  CHECK(names->end(wire::ApiDomain::Runtime) == 0);
}

TEST_CASE("names take what room there is for their texts, to the last byte") {
  const auto names = std::make_unique<ApiNames>();
  // 96 KiB: 95 texts of 1 KiB including terminators, then one that fits exactly, then one too many.
  long_name = std::string(1023, 'x');
  const auto get = [](int domain, std::uint32_t id, const char** name) -> cupti::Result {
    if (domain != 1 || id > 98) return cupti::kInvalidParameter;
    *name = id == 97 ? "a" : long_name.c_str();
    return cupti::kSuccess;
  };
  CHECK(names->load(get) == 96);
  CHECK(names->of(wire::ApiDomain::Driver, 96).name == long_name);
  CHECK(names->of(wire::ApiDomain::Driver, 97).name == nullptr);
  CHECK(names->of(wire::ApiDomain::Driver, 98).name == nullptr);
  CHECK(names->end(wire::ApiDomain::Driver) == 97);
}
