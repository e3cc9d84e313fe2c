// NVML as tests/capture/fake plays it, and how it is to behave in one test.
#pragma once

#include <dlfcn.h>
#include <string>

#include <doctest/doctest.h>

#include "tests/capture/sampler/child.h"
#include "tests/paths.h"

namespace lanescope {

class FakeNvml {
 public:
  enum Mode { Answers = 0, Hangs = 1, NoDriver = 2 };

  FakeNvml() : library_(::dlopen(path().c_str(), RTLD_NOW | RTLD_LOCAL)) {
    REQUIRE(library_ != nullptr);
    // A thread of an earlier case may still be about to end.
    REQUIRE(comes_true([this] { return opened() == 0; }));
  }
  /// Threads that hang in it go on.
  ~FakeNvml() { set(Answers); }
  FakeNvml(const FakeNvml&) = delete;
  FakeNvml& operator=(const FakeNvml&) = delete;

  [[nodiscard]] static std::string path() {
    return binary_folder() + "/tests/capture/fake/libfake_nvml.so";
  }
  void set(Mode mode) const { reinterpret_cast<void (*)(int)>(function("fake_nvml_set"))(mode); }
  /// How often it was begun with and not yet ended.
  [[nodiscard]] int opened() const {
    return reinterpret_cast<int (*)()>(function("fake_nvml_opened"))();
  }

 private:
  [[nodiscard]] void* function(const char* name) const { return ::dlsym(library_, name); }

  void* library_;  // stays loaded, as the real one
};

}  // namespace lanescope
