// Where libcupti is searched for if it is not named.
#include "capture/agent/cupti/find_cupti.h"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "capture/agent/cupti/dyncupti.h"
#include "capture/wire/control.h"
#include "tests/capture/agent/sandbox.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

using namespace lanescope;
using namespace lanescope::agent;
namespace fs = std::filesystem;

namespace {

/// The files that can be found; each file's folder is created.
class Machine {
 public:
  Machine() { ::setenv("CUDA_HOME", (folder_.path() + "/cuda").c_str(), 1); }
  ~Machine() {
    for (void* const library : loaded_) ::dlclose(library);
    ::unsetenv("CUDA_HOME");
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path() + "/" + name;
  }
  std::string put(const std::string& name) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    fs::copy_file(binary_folder() + "/tests/capture/fake/libfake_cupti.so", path(name));
    return path(name);
  }
  /// A file that the program has loaded.
  std::string load(const std::string& name) {
    fs::create_directories(fs::path(path(name)).parent_path());
    // Any library will do if it disappears when closed.
    fs::copy_file(binary_folder() + "/tests/capture/fake/libfake_clock.so", path(name));
    void* const library = ::dlopen(path(name).c_str(), RTLD_LAZY | RTLD_LOCAL);
    REQUIRE(library != nullptr);
    loaded_.push_back(library);
    return path(name);
  }
  /// The libraries found on this machine, in order; with "+" if loaded.
  [[nodiscard]] std::vector<std::string> found(int driver = 0) const {
    std::vector<std::string> names;
    LibraryPath found;
    for (CuptiSearch search(driver); search.next(found);) {
      const std::string name = found.text;
      if (name.starts_with(folder_.path()))
        names.push_back(
            (found.loaded ? "+" : "") +
            fs::path(name).lexically_normal().string().substr(folder_.path().size() + 1));
    }
    return names;
  }

 private:
  TempFolder folder_;
  std::vector<void*> loaded_;
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a libcupti that is loaded under a name of its own is named first, and each of them") {
  Machine machine;
  CHECK(machine.found().empty());
  machine.load("one/libcupti.so.2025.3");
  machine.load("two/libcupti.so.12.8");
  machine.load("two/not_libcupti.so.12");
  machine.put("cuda/lib64/libcupti.so.12");
  CHECK(machine.found() ==
        Names{"+one/libcupti.so.2025.3", "+two/libcupti.so.12.8", "cuda/lib64/libcupti.so.12"});
}

TEST_CASE(
    "beside the libraries of CUDA that are loaded all folders are looked into that pip makes") {
  Machine machine;
  // site-packages/nvidia/cuda_runtime/lib/libcudart.so.12 and site-packages/torch/lib.
  machine.load("nvidia/cuda_runtime/lib/libcudart.so.12");
  machine.put("nvidia/cuda_runtime/lib/libcupti.so.13");
  machine.put("nvidia/cu13/lib/libcupti.so.13");
  machine.put("nvidia/cuda_cupti/lib/libcupti.so.12");
  machine.put("torch/lib/libcupti.so.12");
  CHECK(machine.found() ==
        Names{"nvidia/cuda_runtime/lib/libcupti.so.13", "nvidia/cu13/lib/libcupti.so.13",
              "nvidia/cuda_cupti/lib/libcupti.so.12", "torch/lib/libcupti.so.12"});
  CHECK(machine.found(12080) ==
        Names{"nvidia/cuda_cupti/lib/libcupti.so.12", "torch/lib/libcupti.so.12"});
}

TEST_CASE("beside PyTorch the folders of its wheels are looked into") {
  for (const char* library : {"torch/lib/libtorch_cuda.so", "torch/lib/libc10_cuda.so"}) {
    Machine machine;
    machine.load(library);
    machine.put("nvidia/cu13/lib/libcupti.so.13");
    machine.put("nvidia/cuda_cupti/lib/libcupti.so.12");
    CHECK(machine.found() ==
          Names{"nvidia/cu13/lib/libcupti.so.13", "nvidia/cuda_cupti/lib/libcupti.so.12"});
  }
}

TEST_CASE("the toolkit's folders are looked into, and of each the newest that the driver can") {
  Machine machine;
  for (const char* name :
       {"cuda/extras/CUPTI/lib64/libcupti.so.12", "cuda/extras/CUPTI/lib64/libcupti.so.13",
        "cuda/lib64/libcupti.so.11.8", "cuda/lib/libcupti.so.12",
        "cuda/targets/x86_64-linux/lib/libcupti.so", "cuda/elsewhere/libcupti.so.13"})
    machine.put(name);
  CHECK(machine.found() == Names{"cuda/extras/CUPTI/lib64/libcupti.so.13",
                                 "cuda/lib64/libcupti.so.11.8", "cuda/lib/libcupti.so.12",
                                 "cuda/targets/x86_64-linux/lib/libcupti.so"});
  CHECK(machine.found(13000) == machine.found());
  CHECK(machine.found(12990) == Names{"cuda/extras/CUPTI/lib64/libcupti.so.12",
                                      "cuda/lib64/libcupti.so.11.8", "cuda/lib/libcupti.so.12",
                                      "cuda/targets/x86_64-linux/lib/libcupti.so"});
  CHECK(machine.found(11080) ==
        Names{"cuda/lib64/libcupti.so.11.8", "cuda/targets/x86_64-linux/lib/libcupti.so"});
  ::setenv("CUDA_HOME", "", 1);
  CHECK(machine.found().empty());
  ::unsetenv("CUDA_HOME");
  CHECK(machine.found().empty());
}

TEST_CASE("a folder whose name is too long is passed over") {
  Machine machine;
  machine.put("cuda/lib64/libcupti.so.12");
  std::string home = machine.path("cuda");
  while (home.size() < 1000) home += "/.";
  ::setenv("CUDA_HOME", home.c_str(), 1);
  CHECK(machine.found() == Names{"cuda/lib64/libcupti.so.12"});
  while (home.size() < 1024) home += "/.";
  ::setenv("CUDA_HOME", home.c_str(), 1);
  CHECK(machine.found().empty());
}

TEST_CASE("the library that is named is taken, or the reason told why it can not be") {
  Machine machine;
  const std::string named = machine.put("named.so");
  machine.put("cuda/lib64/libcupti.so.12");
  const auto cupti = std::make_unique<DynCupti>();
  ::setenv(wire::kCuptiVariable, named.c_str(), 1);
  REQUIRE(load_cupti(*cupti));
  CHECK(cupti->path == named);
  CHECK(cupti->version == 130001);
  CHECK((cupti->call.get_version != nullptr));
  CHECK((cupti->call.enable_runtime_api != nullptr));
  CHECK((cupti->call.enable_driver_api != nullptr));
  CHECK((cupti->call.enable_event_device_timestamps != nullptr));
  CHECK((cupti->call.subscribe_v2 != nullptr));
  const auto missing = std::make_unique<DynCupti>();
  ::setenv(wire::kCuptiVariable, machine.path("missing.so").c_str(), 1);
  CHECK_FALSE(load_cupti(*missing));
  CHECK(std::string(missing->why).find("missing.so: cannot open shared object file") !=
        std::string::npos);
  ::unsetenv(wire::kCuptiVariable);
}

TEST_CASE("where none is named one is looked for") {
  for (const char* variable : {"", static_cast<const char*>(nullptr)}) {
    Machine machine;
    machine.put("cuda/lib64/libcupti.so.11.8");
    // A library that has been loaded stays in the process.
    check_in_child([&] {
      if (variable != nullptr)
        ::setenv(wire::kCuptiVariable, variable, 1);
      else
        ::unsetenv(wire::kCuptiVariable);
      const auto first = std::make_unique<DynCupti>(), again = std::make_unique<DynCupti>();
      if (!load_cupti(*first)) return 1;
      // It is loaded now, wherever it is and whatever is installed.
      ::unsetenv("CUDA_HOME");
      if (!load_cupti(*again)) return 2;
      return std::string(first->path) == again->path ? 0 : 3;
    });
  }
}

TEST_CASE("a library without a function of CUPTI's is refused by the function's name") {
  const auto cupti = std::make_unique<DynCupti>();
  ::setenv(wire::kCuptiVariable, (binary_folder() + "/tests/capture/fake/libfake_clock.so").c_str(),
           1);
  CHECK_FALSE(load_cupti(*cupti));
  ::unsetenv(wire::kCuptiVariable);
  CHECK(std::string(cupti->why) ==
        binary_folder() + "/tests/capture/fake/libfake_clock.so has no cuptiActivitySetAttribute");
}

TEST_CASE("a CUPTI of a newer major version than the driver is told by its name") {
  CHECK(is_newer_than_driver("/venv/nvidia/cu13/lib/libcupti.so.13", 12080));
  CHECK_FALSE(is_newer_than_driver("/venv/nvidia/cu13/lib/libcupti.so.13", 13000));
  CHECK_FALSE(is_newer_than_driver("/usr/local/cuda/lib64/libcupti.so.12", 13000));
  CHECK_FALSE(is_newer_than_driver("/usr/local/cuda/lib64/libcupti.so.11.8", 11080));
  // One of them is not known.
  CHECK_FALSE(is_newer_than_driver("/usr/local/cuda/lib64/libcupti.so.2025.3.1", 13000));
  CHECK_FALSE(is_newer_than_driver("/usr/local/cuda/lib64/libcupti.so.13", 0));
  CHECK_FALSE(is_newer_than_driver("/usr/local/cuda/lib64/libcupti.so", 12080));
  CHECK_FALSE(is_newer_than_driver("/tmp/libfake_cupti.so", 12080));
}

TEST_CASE("without a driver in the process its version is 0") {
  CHECK(driver_version() == 0);
}

TEST_CASE("where there is no CUPTI that is the reason") {
  check_in_child([] {
    ::unsetenv(wire::kCuptiVariable);
    ::setenv("CUDA_HOME", "/there/is/none", 1);
    const auto cupti = std::make_unique<DynCupti>();
    if (load_cupti(*cupti)) return kNoSandbox;  // this machine has CUPTI
    return std::string(cupti->why) == "libcupti is neither loaded nor installed" ? 0 : 1;
  });
}
