// What the facts of the Details pane mean, in one place: the tooltips of their keys.
#pragma once

#include <string_view>

namespace lanescope {

/// One or two sentences about the fact with this key, see DetailLine::key; empty for keys that come
/// from the trace, such as the arguments of an event. Cost: a search in a short list. Any thread.
std::string_view detail_words(std::string_view key);

}  // namespace lanescope
