// Shared libraries that are loaded when they are first needed, so that the program also starts on
// machines without them.
#pragma once

#include <dlfcn.h>

namespace lanescope {

/// A shared library that stays loaded until the program ends. Any thread.
class LoadedLibrary {
 public:
  /// `name` as the dynamic linker knows it ("libEGL.so.1"). Cost: the linker's, once.
  explicit LoadedLibrary(const char* name) : handle_(::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {}

  [[nodiscard]] bool is_loaded() const { return handle_ != nullptr; }

  /// The function of that name; nullptr if the library or the function is missing.
  template <typename Function>
  [[nodiscard]] Function function(const char* name) const {
    return handle_ == nullptr ? nullptr : reinterpret_cast<Function>(::dlsym(handle_, name));
  }

 private:
  void* handle_;
};

}  // namespace lanescope
