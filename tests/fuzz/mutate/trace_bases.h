// The traces that mutants are made of.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace lanescope {

/// Text of a trace: one of tests/traces, one made up, or a part of a real one: those of
/// tests/fuzz/traces, and what shrink_traces has left in the build folder, or where
/// LANESCOPE_FUZZ_TRACES says.
std::string base_trace(std::mt19937_64& random);

/// Texts of ranks of one run, two or more.
std::vector<std::string> base_ranks(std::mt19937_64& random);

}  // namespace lanescope
