// Comparison with CUPTI of every minor version of CUDA, as third_party/cupti.sh fetches them. Each
// is loaded in a process of its own, since two of them in one get into each other's way. That their
// headers agree with our description is checked by the compiler, in tests/capture/abi.
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

#include <doctest/doctest.h>

#include "capture/agent/cupti/api_names.h"
#include "capture/agent/cupti/dyncupti.h"
#include "capture/agent/cupti/sizes.h"
#include "capture/wire/control.h"
#include "tests/capture/agent/cupti/asked_apart.h"
#include "tests/paths.h"
#include "tests/skip.h"

using namespace lanescope;
using namespace lanescope::agent;

namespace {

/// What a library says of itself.
struct Answer {
  bool is_loaded = false;
  std::uint32_t version = 0;
  std::size_t names = 0;  // of callbacks
  bool has_launch = false;
  SizeTable sizes;
};

Answer answer_of(const std::string& library) {
  ::setenv(wire::kCuptiVariable, library.c_str(), 1);
  static DynCupti cupti;
  Answer answer;
  answer.is_loaded = load_cupti(cupti);
  if (!answer.is_loaded) return answer;
  answer.version = cupti.version;
  answer.sizes = probe_sizes(cupti.call.get_next_record);
  static ApiNames names;
  answer.names = names.load(cupti.call.get_callback_name);
  for (std::uint32_t id = 1; id < names.end(wire::ApiDomain::Runtime); ++id) {
    const ApiName& api = names.of(wire::ApiDomain::Runtime, id);
    if (api.name != nullptr && std::string_view(api.name) == "cudaLaunchKernel" && api.callback)
      answer.has_launch = true;
  }
  return answer;
}

/// Whether all functions are there that the agent cannot do without.
bool has_functions(const std::string& library) {
  void* const loaded = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (loaded == nullptr) return false;
  for (const char* name :
       {"cuptiGetVersion", "cuptiGetTimestamp", "cuptiGetResultString", "cuptiGetCallbackName",
        "cuptiSubscribe", "cuptiUnsubscribe", "cuptiEnableCallback", "cuptiSetThreadIdType",
        "cuptiActivityRegisterCallbacks", "cuptiActivityEnable", "cuptiActivityDisable",
        "cuptiActivityFlushAll", "cuptiActivityGetNextRecord", "cuptiActivityGetNumDroppedRecords",
        "cuptiActivitySetAttribute"}) {
    if (::dlsym(loaded, name) == nullptr) return false;
  }
  return true;
}

/// Skips the case if it was not fetched.
std::string library_of(const std::string& cuda) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(source_folder()) / "third_party/.cache/cupti" / cuda / "lib";
  std::error_code error;
  for (const fs::directory_entry& file : fs::directory_iterator(folder, error)) {
    if (file.path().filename().string().starts_with("libcupti.so")) return file.path().string();
  }
  skip_case("a CUPTI of another version of CUDA was not fetched (third_party/cupti.sh)");
}

/// `release`: what release_of says of it.
void check_version(const std::string& cuda, std::uint32_t release) {
  const std::string library = library_of(cuda);
  const auto answer = asked_apart([&] { return answer_of(library); });
  REQUIRE(answer);
  REQUIRE(answer->is_loaded);
  CHECK(release_of(answer->version, answer->sizes) == release);
  CHECK(answer->names > 1000);
  CHECK(answer->has_launch);
  const SizeTable table = sizes_of_version(release);
  for (std::uint32_t kind = 0; kind < cupti::kKindCount; ++kind) {
    CAPTURE(kind);
    if (table.of(kind) != 0) CHECK(table.of(kind) == answer->sizes.of(kind));
  }
  bool differ = true;
  choose_sizes(release, answer->sizes, differ);
  CHECK_FALSE(differ);
}

/// From CUDA 13.2 on, nothing can be asked without a driver.
void check_functions(const std::string& cuda) {
  const std::string library = library_of(cuda);
  const auto has_all = asked_apart([&] { return has_functions(library); });
  REQUIRE(has_all);
  CHECK(*has_all);
}

}  // namespace

TEST_CASE("CUPTI of CUDA 11.8 is as the agent takes it to be") {
  check_version("11.8", 18);
}

TEST_CASE("CUPTI of CUDA 12.0 is as the agent takes it to be") {
  check_version("12.0", 19);
}

TEST_CASE("CUPTI of CUDA 12.1 is as the agent takes it to be") {
  check_version("12.1", 19);
}

TEST_CASE("CUPTI of CUDA 12.2 is as the agent takes it to be") {
  check_version("12.2", 20);
}

TEST_CASE("CUPTI of CUDA 12.3 is as the agent takes it to be") {
  check_version("12.3", 21);
}

TEST_CASE("CUPTI of CUDA 12.4 is as the agent takes it to be") {
  check_version("12.4", 22);
}

TEST_CASE("CUPTI of CUDA 12.5 is as the agent takes it to be") {
  check_version("12.5", 23);
}

TEST_CASE("CUPTI of CUDA 12.6 is as the agent takes it to be") {
  check_version("12.6", 24);
}

TEST_CASE("CUPTI of CUDA 12.8 is as the agent takes it to be") {
  check_version("12.8", 26);
}

TEST_CASE("CUPTI of CUDA 12.9 is as the agent takes it to be") {
  check_version("12.9", 28);
}

TEST_CASE("CUPTI of CUDA 13.0 is as the agent takes it to be") {
  check_version("13.0", 130'001);
}

TEST_CASE("CUPTI of CUDA 13.1 is as the agent takes it to be") {
  check_version("13.1", 130'101);
}

TEST_CASE("CUPTI of CUDA 13.2 has the functions that the agent needs") {
  check_functions("13.2");
}

TEST_CASE("CUPTI of CUDA 13.3 has the functions that the agent needs") {
  check_functions("13.3");
}

TEST_CASE("CUPTI of CUDA 13.4 has the functions that the agent needs") {
  check_functions("13.4");
}

TEST_CASE("CUPTI of CUDA 13.5 has the functions that the agent needs") {
  check_functions("13.5");
}
