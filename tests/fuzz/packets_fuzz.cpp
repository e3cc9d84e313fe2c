// Whatever the packets: a Perfetto trace loads as far as it can be read, and every event is kept or
// listed.
#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/files/file_checks.h"
#include "tests/fuzz/files/file_samples.h"
#include "tests/fuzz/files/made_packets.h"
#include "tests/fuzz/files/message_tree.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  (void)lanescope::check_file("run.pftrace", {reinterpret_cast<const char*>(data), size});
  return 0;
}

namespace lanescope {

std::string fuzz_input(std::mt19937_64& random) {
  const auto sample = below(random, 4) == 0 ? file_sample(random, ".pftrace") : std::nullopt;
  const std::string file = sample ? *sample : perfetto_file(random);
  return below(random, 8) == 0 ? file : mutated_message(file, random);
}

}  // namespace lanescope
