// Lets libFuzzer begin some inputs anew with what the target makes up itself: sums, compression and
// nesting that changed bytes alone hardly ever get right.
#include <algorithm>
#include <cstring>

#include "tests/fuzz/engine/fuzz_target.h"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
  std::mt19937_64 random(seed);
  if (lanescope::below(random, 4) != 0) return LLVMFuzzerMutate(data, size, most);
  const std::string input = lanescope::fuzz_input(random);
  const std::size_t length = std::min(input.size(), most);
  if (length > 0) std::memcpy(data, input.data(), length);
  return length;
}
