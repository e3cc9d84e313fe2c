// What a fuzz target offers: the check, as libFuzzer wants it, and inputs that come near the
// interesting places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lanescope {

/// An input for the target it is linked with.
std::string fuzz_input(std::mt19937_64& random);

/// A number below `end`.
std::size_t below(std::mt19937_64& random, std::size_t end);

/// Changes a few places of `text`: bytes lost, doubled, replaced, or one of `tokens` put in.
void mutate(std::string& text, std::mt19937_64& random, std::string_view tokens_by_line);

/// Ends the program with a message when a promise is broken, so that every kind of fuzzer notices.
/// `about`: what it was broken with, for a person; what is broken alike is told by `what` alone.
void demand(bool promise, const char* what, std::string_view about = {});

/// Called before the process ends by a broken promise or an abort; null: nothing.
extern void (*last_words)();

}  // namespace lanescope
