// Whether fontconfig can be loaded. Its functions that font_search.cpp calls are defined in
// loaded_fontconfig_linux.cpp and forward to the library: the program does not link it.
#pragma once

namespace lanescope {

/// Without it no function of fontconfig may be called. Cost: loads the library, once. Any thread.
bool has_fontconfig();

}  // namespace lanescope
