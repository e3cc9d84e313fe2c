// Parses the names of python_function events.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/ids.h"

namespace lanescope {

struct DetailsFrame {
  EventId event = EventId::None;
  std::string function;  // "forward", "<built-in method add of type object>"
  std::string file;      // empty for built-ins
  std::int64_t line = 0;
  bool user = false;  // judging by the path: not part of torch or the standard library
};

/// Parses "path/file.py(41): forward"; built-ins have no file. `event` is left None.
DetailsFrame parse_python_frame(std::string_view name);

/// The frames of a "Call stack" argument, "file(line): function;…", in the order written: innermost
/// first.
std::vector<DetailsFrame> parse_call_stack(std::string_view text);

/// The innermost frame of user code, else the innermost that has a file, else null.
const DetailsFrame* frame_of_interest(std::span<const DetailsFrame> innermost_first);

/// "Conv2d_3" for "nn.Module: Conv2d_3"; empty if the name is not a module's.
std::string_view module_name(std::string_view name);

}  // namespace lanescope
