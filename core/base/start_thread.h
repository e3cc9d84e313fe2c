// A thread where the system may give none: an error like others, and not the end of the program.
#pragma once

#include <optional>
#include <system_error>
#include <utility>

#include "core/base/result.h"

namespace lanescope {

/// Calls `start`, which makes a thread. Nothing: it has. Errors: Unsupported.
template <typename Start>
[[nodiscard]] std::optional<Error> start_thread(Start&& start) {
  try {
    std::forward<Start>(start)();
    return std::nullopt;
  } catch (const std::system_error&) {
    return Error{Error::Kind::Unsupported,
                 "the system gives no more threads, raise the limits (`ulimit -a`) of memory and of "
                 "processes"};
  }
}

}  // namespace lanescope
