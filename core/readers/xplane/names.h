// Names in torch.profiler's spelling, so that the same analyses know them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/readers/xplane/index.h"

namespace lanescope {

/// With what is no UTF-8 replaced.
std::string valid_text(std::string_view bytes);

/// Python functions, which the profiler marks with "$".
bool is_python_name(std::string_view name);

/// "train.py(12): step" for "$train.py:12 step", "<built-in function len>" for "$builtins len".
std::string python_name(std::string_view name);

/// "py_xla_execute" for the line "py_xla_execute/-2231402715538937371", which repeats its number.
std::string_view thread_name(std::string_view title);

/// Of an event on a stream of a GPU that has no figures, from its name and that of its line:
/// "Stream #2(Kernel,MemcpyH2D)" tells what ran there. Empty if it is no GPU work.
std::string_view category_by_line(std::string_view line, std::string_view event);

/// By the plane's name, such as "/device:GPU:0"; `device` is set to its number if it has one.
XRole role_of_plane(std::string_view name, std::int64_t& device);

}  // namespace lanescope
