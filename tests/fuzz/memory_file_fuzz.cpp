// Whatever the bytes: a memory snapshot, a memory timeline or a profile is refused in one line or
// becomes a trace, and no pickle runs.
#include "core/readers/converted_format.h"
#include "core/readers/memory/pickle.h"
#include "core/readers/trace_loader.h"
#include "tests/core/fixtures/pickle_text.h"
#include "tests/fuzz/engine/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  if (const auto pickle = read_pickle(bytes); pickle.ok()) {
    const PickleData& read = pickle.value();
    demand(read.root() != PickleId::None, "a pickle that was read has a value");
    (void)read.find(read.root(), "segments");
  }
  const ConvertedFormat* format = find_converted_format(bytes);
  if (format == nullptr) return 0;
  const auto text = format->convert(bytes, nullptr);
  if (!text.ok()) {
    demand(!text.error().message.empty(), "a refusal says why");
    return 0;
  }
  const auto trace = load_trace(memory_byte_source(text.value().text), "fuzz");
  demand(trace.ok(), "what was made of it loads");
  const Snapshot& snapshot = *trace.value().snapshot;
  demand(snapshot.report.kept + snapshot.report.listed == snapshot.counts.total,
         "every event is kept or listed");
  return 0;
}

namespace lanescope {
namespace {

std::string frames(std::mt19937_64& random) {
  using namespace pickled;
  return list({dict({{"filename", text("train.py")},
                     {"line", integer(static_cast<std::int64_t>(below(random, 1000)))},
                     {"name", text("step")}})});
}

std::string snapshot(std::mt19937_64& random) {
  using namespace pickled;
  const auto number = [&random] { return integer(static_cast<std::int64_t>(random() >> 20U)); };
  const std::string block =
      dict({{"address", number()},
            {"size", number()},
            {"requested_size", number()},
            {"state", text(below(random, 2) == 0 ? "active_allocated" : "inactive")},
            {"frames", frames(random)}});
  const std::string segment = dict({{"device", integer(0)},
                                    {"address", number()},
                                    {"total_size", number()},
                                    {"stream", integer(0)},
                                    {"segment_type", text("large")},
                                    {"blocks", list({block, block})}});
  const auto entry = [&](const char* action) {
    return dict({{"action", text(action)},
                 {"addr", number()},
                 {"size", number()},
                 {"stream", integer(0)},
                 {"time_us", number()},
                 {"frames", frames(random)}});
  };
  return file(dict({{"segments", list({segment})},
                    {"device_traces", list({list({entry("alloc"), entry("free_requested"),
                                                  entry("free_completed"), entry("oom")})})}}));
}

std::string profile(std::mt19937_64& random) {
  using namespace std::string_literals;
  switch (below(random, 5)) {
    case 0:
      return R"({"$schema":"https://www.speedscope.app/file-format-schema.json","profiles":[)"
             R"({"type":"sampled","name":"Thread 1","unit":"seconds","samples":[[0,1],[0],[1]],)"
             R"("weights":[0.01,0.01,1e9]},{"type":"evented","name":"b","unit":"none","events":[)"
             R"({"type":"O","frame":0,"at":1},{"type":"C","frame":0,"at":9}]}],)"
             R"("shared":{"frames":[{"name":"f","file":"a.py","line":3},{"name":"g"}]}})";
    case 1:
      return "main (a.py:1);run (a.py:2) 7\nmain (a.py:1) 20\nmain;run;mm 1204\n";
    case 2:
      return "python 12/34 [003] 56.789012: 1010 cycles:u: \n\t 7f12 malloc+0x1 (/l.so)\n\t 11 f "
             "(/p)\n\npython 12/34 [003] 56.789912: 1010 cycles:u: \n\t 12 f (/p)\n\n";
    default:
      return "\x0A\x04\x08\x01\x10\x02\x12\x07\x0A\x02\x01\x02\x12\x01\x05\x12\x06\x0A\x01\x02\x12"
             "\x01\x09\x22\x08\x08\x01\x22\x04\x08\x01\x10\x07\x22\x04\x08\x02\x18\x7F\x2A\x08\x08"
             "\x01"
             "\x10\x03\x20\x04\x28\x02\x32\x00\x32\x03"
             "cpu\x32\x0Bnanoseconds\x32\x01"
             "f\x32\x04"
             "a.py"s;
  }
}

std::string content(std::mt19937_64& random) {
  const std::uint64_t kind = below(random, 4);
  if (kind == 0) return R"({"cpu": [[1000, 2000, 3000], [[0, 10, 20], [0, 30, 40], [0, 5, 6]]]})";
  return kind == 1 ? profile(random) : snapshot(random);
}

}  // namespace

std::string fuzz_input(std::mt19937_64& random) {
  std::string bytes = content(random);
  for (std::size_t rounds = below(random, 4); rounds > 0; --rounds)
    mutate(bytes, random,
           "}\n]\n(\nu\ne\nq\x01\nh\x01\nR\nc\nX\x05\nK\x01\n\x94\n\x8C\x01\n[[\n,1");
  return bytes;
}

}  // namespace lanescope
