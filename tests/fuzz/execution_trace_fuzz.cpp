// Whatever the execution trace: operators get their inputs from it or stay as they are, and one
// that is none is refused in one line.
//
// An input is the trace and its execution trace.
#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/engine/parcel.h"
#include "tests/fuzz/files/file_checks.h"
#include "tests/fuzz/files/made_json.h"
#include "tests/fuzz/files/tree_mutator.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  const Parcel parcel({reinterpret_cast<const char*>(data), size}, "execution_trace");
  std::string trace = plain_trace(), calls;
  for (const auto& [name, content] : parcel.files()) {
    if (name == "trace") trace = content;
    if (name == "execution_trace") calls = content;
  }
  const auto alone = check_file("run.json", trace);
  const auto joined = check_file("run.json", trace, calls);
  demand(alone || !joined, "what is no trace is none with an execution trace");
  if (!joined) return 0;
  demand(joined->snapshot->slice_count == alone->snapshot->slice_count,
         "an execution trace adds no events");
  demand(joined->snapshot->counts.total == alone->snapshot->counts.total,
         "an execution trace loses no events");
  return 0;
}

namespace lanescope {

std::string fuzz_input(std::mt19937_64& random) {
  const JoinedTraces made = traces_to_join(random);
  Parcel parcel;
  parcel.add("trace", below(random, 4) == 0 ? mutated_json(made.trace, random) : made.trace);
  parcel.add("execution_trace", below(random, 8) == 0 ? made.execution_trace
                                                      : mutated_json(made.execution_trace, random));
  return parcel.bytes();
}

}  // namespace lanescope
