// The traces that are mutated.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace lanescope {

/// The text of a trace: one from tests/traces, a generated one, or a part of a real one, from
/// tests/fuzz/traces and from what shrink_traces left in the build folder or in
/// LANESCOPE_FUZZ_TRACES.
std::string base_trace(std::mt19937_64& random);

/// The texts of two or more ranks of one run.
std::vector<std::string> base_ranks(std::mt19937_64& random);

}  // namespace lanescope
