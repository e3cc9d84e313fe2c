// Names of frames, spelled like those of recorded Python functions, which analyses and the editor
// link understand.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope {

/// Whether a frame's file is one of Python: "data.py", "<string>".
bool is_python_file(std::string_view file);

/// "data.py(12): tokenize" if the file is one of Python, else the function alone: lines of native
/// code would split each function into many.
std::string frame_name(std::string_view function, std::string_view file, std::int64_t line);

/// The same for "tokenize (data.py:12)", as py-spy writes frames into text; anything else stays as
/// it is.
std::string frame_name(std::string_view written);

}  // namespace lanescope
