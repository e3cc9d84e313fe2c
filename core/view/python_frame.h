// The names of python_function events, taken apart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/ids.h"

namespace lanescope {

struct DetailsFrame {
  EventId event = EventId::None;
  std::string function;  // "forward", "<built-in method add of type object>"
  std::string file;      // empty for built-ins
  std::int64_t line = 0;
  bool user = false;  // as far as the path tells: not of torch or the standard library
};

/// "path/file.py(41): forward" to its parts; built-ins have no file. `event` is left None.
DetailsFrame parse_python_frame(std::string_view name);

/// "Conv2d_3" of "nn.Module: Conv2d_3"; empty when the name is no module's.
std::string_view module_name(std::string_view name);

}  // namespace lanescope
