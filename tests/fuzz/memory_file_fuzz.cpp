// Whatever the bytes: a memory snapshot or a memory timeline is refused in one line or becomes a
// trace, and no pickle runs.
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

}  // namespace

std::string fuzz_input(std::mt19937_64& random) {
  std::string bytes =
      below(random, 3) == 0
          ? R"({"cpu": [[1000, 2000, 3000], [[0, 10, 20], [0, 30, 40], [0, 5, 6]]]})"
          : snapshot(random);
  for (std::size_t rounds = below(random, 4); rounds > 0; --rounds)
    mutate(bytes, random,
           "}\n]\n(\nu\ne\nq\x01\nh\x01\nR\nc\nX\x05\nK\x01\n\x94\n\x8C\x01\n[[\n,1");
  return bytes;
}

}  // namespace lanescope
