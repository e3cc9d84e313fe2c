#include "capture/sampler/unwind/libdw.h"

#include <dlfcn.h>

namespace lanescope::libdw {
namespace {

template <typename Function>
bool bind(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(::dlsym(library, name));
  return function != nullptr;
}

bool bind_frames(void* library, Functions& call) {
  return bind(library, "dwfl_attach_state", call.attach) &&
         bind(library, "dwfl_getthread_frames", call.frames) &&
         bind(library, "dwfl_frame_pc", call.frame_address) &&
         bind(library, "dwfl_thread_state_registers", call.set_registers) &&
         bind(library, "dwfl_thread_state_register_pc", call.set_address);
}

bool bind_modules(void* library, Functions& call) {
  return bind(library, "dwfl_begin", call.begin) && bind(library, "dwfl_end", call.end) &&
         bind(library, "dwfl_report_begin", call.report_begin) &&
         bind(library, "dwfl_report_module", call.report_module) &&
         bind(library, "dwfl_report_end", call.report_end) &&
         bind(library, "dwfl_module_info", call.module_info);
}

/// They are of libelf, which libdw has loaded.
bool bind_elf(void* library, Functions& call) {
  return bind(library, "elf_version", call.elf_version) &&
         bind(library, "elf_begin", call.elf_begin) && bind(library, "elf_end", call.elf_end);
}

}  // namespace

const Functions* load(const char* library) {
  static Functions call;
  void* const opened = ::dlopen(library, RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) return nullptr;
  static const bool is_bound =
      bind_modules(opened, call) && bind_frames(opened, call) && bind_elf(opened, call);
  return is_bound && call.elf_version(kElfVersion) != 0 ? &call : nullptr;
}

}  // namespace lanescope::libdw
