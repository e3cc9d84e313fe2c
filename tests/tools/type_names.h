// Two types with the same name in one namespace are a single type to the linker: it keeps the
// constructor or destructor of one of them, and users of the other run it. The compiler does not
// notice, and optimization can hide it for a while.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace lanescope::layers {

/// Where each type is defined, by its full name: "core/view/lane.h:12".
using TypePlaces = std::map<std::string, std::string>;

/// Adds the classes, structs, unions and enums that a file defines and others can see: not inside a
/// type or a function, nor in an unnamed namespace. Returns one line for each that `places` already
/// has from another file.
std::string add_types(std::string_view text, const std::string& file, TypePlaces& places);

}  // namespace lanescope::layers
