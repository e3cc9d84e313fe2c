// Changes JSON of any kind, without knowing what it means.
#pragma once

#include <random>
#include <string>

#include "tests/fuzz/mutate/json_tree.h"

namespace lanescope {

/// Removes, duplicates, moves or exchanges a value anywhere in the tree, gives it another key, or
/// puts a hostile one in its place.
void mutate_tree(JsonTree& tree, std::mt19937_64& random);

/// The text after a few such changes, in any layout; of what is no JSON, after changes of bytes.
std::string mutated_json(const std::string& text, std::mt19937_64& random);

}  // namespace lanescope
