// Finds CPython in another process: linked into its program, or as a library.
#pragma once

#include <cstdint>

#include <sys/types.h>

#include "capture/sampler/python/runtime_layout.h"
#include "core/base/result.h"

namespace lanescope {

/// The types of objects whose insides are read, by which other objects are told from them; 0: not
/// known.
struct PythonTypes {
  std::uint64_t module = 0, dict = 0, str = 0;
};

/// The Python of a process. Addresses are the process's own.
struct FoundPython {
  std::uint64_t runtime = 0;    // _PyRuntime
  std::uint64_t code_type = 0;  // PyCode_Type
  PythonTypes types;
  RemotePythonLayout layout;
};

/// NotFound: no Python is loaded, which may change, or the process is gone; Unsupported: another
/// version; Unreadable: the system does not allow it. Costs up to some milliseconds, most of it for
/// the list of what the process has loaded.
Result<FoundPython> find_python(pid_t pid);

}  // namespace lanescope
