// How the arguments of an event are written, without parsing them.
//
// The calls of one line of a model have the same shapes and types in thousands of events, each
// between other members that differ, such as an id.
#pragma once

#include <string>
#include <string_view>

#include "core/base/text/json_value.h"

namespace lanescope {

/// Writes the members of "args" that `keys` names into `written`, as they are in the text of an
/// event: equal ones have equal values. False if that text is not plain JSON. kPadding bytes of
/// TextWindow must follow it. The values themselves are not checked. Any thread.
bool find_written(std::string_view text, JsonKeys keys, std::string& written);

}  // namespace lanescope
