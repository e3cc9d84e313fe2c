// The interface of a fuzz target: the check, as libFuzzer expects it, and generated inputs that are
// close to interesting cases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lanescope {

/// Generates an input for the target it is linked with.
std::string fuzz_input(std::mt19937_64& random);

/// A random number below `end`.
std::size_t below(std::mt19937_64& random, std::size_t end);

/// Changes `text` in a few places: removes, duplicates or replaces bytes, or inserts one of the
/// tokens (one per line).
void mutate(std::string& text, std::mt19937_64& random, std::string_view tokens_by_line);

/// Ends the program with a message if a promise is broken, so that any fuzzer notices. `about`:
/// details for a person; equal failures are identified by `what` alone.
void demand(bool promise, const char* what, std::string_view about = {});

/// Called before the process ends because of a broken promise or an abort; may be null.
extern void (*last_words)();

}  // namespace lanescope
