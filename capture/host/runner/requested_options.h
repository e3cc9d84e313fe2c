// Whether what the user asked for beside CUDA came to anything: an option that recorded nothing is
// told at the end, with the reason as far as a process knew it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "capture/host/runner/options.h"

namespace lanescope {

/// One thread.
class RequestedOptions {
 public:
  explicit RequestedOptions(const CaptureOptions& options);

  /// Text of a Caps message: "shapes", "memory", "python_stacks" are "on" or say why not.
  void take_caps(std::string_view caps);

  /// A sentence for each option that no process has fulfilled. Stacks are nothing that was asked
  /// for where no process had Python.
  [[nodiscard]] std::vector<std::string> unfulfilled() const;

 private:
  struct Choices {
    const char* key;   // in Caps
    std::string what;  // "No … were recorded"
    std::string why;   // what a process said last; empty: none has said anything
    bool is_on = false;
  };
  std::vector<Choices> requests_;
};

}  // namespace lanescope
