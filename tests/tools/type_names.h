// Two types of one name in one namespace are one type to the linker: it keeps the constructor or
// the destructor of either, and the other's users run it. The compiler sees nothing, and a program
// that is optimised hides it for a while.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace lanescope::layers {

/// Where each type was defined, by its full name: "core/view/lane.h:12".
using TypePlaces = std::map<std::string, std::string>;

/// Adds the classes, structs, unions and enums that a file defines where others can see them: not
/// within a type or a function, nor in a namespace without a name. Returns one line for each that
/// `places` knows from another file.
std::string add_types(std::string_view text, const std::string& file, TypePlaces& places);

}  // namespace lanescope::layers
