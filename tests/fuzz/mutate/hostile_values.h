// Values that readers of traces have tripped over, spelled as in JSON.
#pragma once

#include <random>
#include <string>

#include "tests/fuzz/mutate/json_tree.h"

namespace lanescope {

/// Any value: of the wrong type, at the border of what an integer holds, of hostile size.
JsonTree hostile_value(std::mt19937_64& random);

/// A number, mostly one.
std::string hostile_number(std::mt19937_64& random);

/// The inside of a string: long, empty, of control characters, of no UTF-8, or a name that analyses
/// look for. Sometimes what no JSON string may hold.
std::string hostile_text(std::mt19937_64& random);

/// A list or object of hostile size or depth.
JsonTree hostile_container(std::mt19937_64& random);

/// Names of the categories and of the events that analyses look for.
std::string known_category(std::mt19937_64& random);
std::string known_name(std::mt19937_64& random);
/// A key that events or their arguments have.
std::string known_key(std::mt19937_64& random);
std::string known_argument(std::mt19937_64& random);

}  // namespace lanescope
