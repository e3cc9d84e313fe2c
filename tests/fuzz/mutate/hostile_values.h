// Values that have tripped up trace readers, spelled as in JSON.
#pragma once

#include <random>
#include <string>

#include "tests/fuzz/mutate/json_tree.h"

namespace lanescope {

/// Any value: of the wrong type, at the limits of integers, of extreme size.
JsonTree hostile_value(std::mt19937_64& random);

/// Usually a number.
std::string hostile_number(std::mt19937_64& random);

/// The inside of a string: long, empty, control characters, invalid UTF-8, or a name that analyses
/// look for. Sometimes invalid in JSON.
std::string hostile_text(std::mt19937_64& random);

/// A list or object of extreme size or depth.
JsonTree hostile_container(std::mt19937_64& random);

/// Names of categories and events that analyses look for.
std::string known_category(std::mt19937_64& random);
std::string known_name(std::mt19937_64& random);
/// A key used in events or their arguments.
std::string known_key(std::mt19937_64& random);
std::string known_argument(std::mt19937_64& random);

}  // namespace lanescope
