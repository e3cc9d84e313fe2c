// Whatever the message: an XSpace loads as far as it can be read, and every event of its lines is
// kept or listed.
#include <array>
#include <optional>

#include <fmt/format.h>

#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/files/file_checks.h"
#include "tests/fuzz/files/file_samples.h"
#include "tests/fuzz/files/made_messages.h"
#include "tests/fuzz/files/message_tree.h"

namespace {

using namespace lanescope;

/// Events in the lines of all planes, as far as these are well-formed; nullopt if they are not.
std::optional<std::uint64_t> count_events(std::string_view message, unsigned level = 0) {
  constexpr std::array<std::uint64_t, 3> kFields = {1, 3, 4};  // planes, lines, events
  const auto fields = parse_message(message, 0);
  if (!fields) return std::nullopt;
  std::uint64_t events = 0;
  for (const MessageTree& field : *fields) {
    if (field.field != kFields[level] || field.wire != MessageTree::Wire::Bytes) continue;
    const auto inner =
        level == 2 ? std::optional<std::uint64_t>(1) : count_events(field.text, level + 1);
    if (!inner) return std::nullopt;
    events += *inner;
  }
  return events;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto trace = check_file("run.xplane.pb", input);
  if (!trace || trace->snapshot->info.format != "xplane") return 0;
  const auto events = count_events(input);
  if (!events) return 0;
  const Snapshot& snapshot = *trace->snapshot;
  demand(snapshot.counts.total == *events, "every event of a line is kept or listed",
         fmt::format("{} events in the file, {} kept or listed", *events, snapshot.counts.total));
  return 0;
}

namespace lanescope {

std::string fuzz_input(std::mt19937_64& random) {
  const auto sample = below(random, 6) == 0 ? file_sample(random, ".xplane.pb") : std::nullopt;
  const std::string file = sample ? *sample : xplane_file(random);
  return below(random, 8) == 0 ? file : mutated_message(file, random);
}

}  // namespace lanescope
