// Finds CPython in another process: linked into its program, or as a library.
#pragma once

#include <cstdint>

#include <sys/types.h>

#include "capture/sampler/python/runtime_layout.h"
#include "core/base/result.h"

namespace lanescope {

/// The Python of a process. Addresses are the process's own.
struct FoundPython {
  std::uint64_t runtime = 0;    // _PyRuntime
  std::uint64_t code_type = 0;  // PyCode_Type
  RemotePythonLayout layout;
};

/// NotFound: no Python is loaded, which may change, or the process is gone; Unsupported: another
/// version; Unreadable: the system does not allow it. Costs up to some milliseconds, most of it for
/// the list of what the process has loaded.
Result<FoundPython> find_python(pid_t pid);

}  // namespace lanescope
