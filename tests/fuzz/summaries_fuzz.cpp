// Whatever the columns of a rank's summary say: it is refused in one line, or it can be written and
// read back, and compared with the other ranks of its run, as a few and as many.
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <vector>

#include "core/base/bytes/crc32c.h"
#include "core/base/bytes/pack.h"
#include "core/base/bytes/unpack.h"
#include "core/base/files/summary_magic.h"
#include "core/ranks/fleet/fleet_words.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/core/ranks/fleet/made_fleet.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

constexpr std::size_t kHeaderBytes = 32;
constexpr std::size_t kMostColumns = std::size_t{1} << 20U;
constexpr int kQuick = 1;

std::string little_endian(std::uint64_t value, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
  return out;
}

/// The file that has these columns: what is fuzzed is neither zstd nor the checksum.
std::string file_of(const std::string& columns) {
  const std::string packed = pack_zstd(columns, kQuick);
  const std::string rest = little_endian(kSummaryVersion, 4) + little_endian(columns.size(), 8) +
                           little_endian(packed.size(), 8) + packed;
  return std::string(kSummaryMagic) + little_endian(crc32c(std::as_bytes(std::span(rest))), 4) +
         rest;
}

std::string columns_of(const RankSummary& summary) {
  const std::string bytes = summary_bytes(summary);
  return *unpack_zstd(std::string_view(bytes).substr(kHeaderBytes), kMostColumns);
}

/// The other ranks of the run, by what they are: with messages between two stages, or without.
const std::vector<RankSummary>& run_of(bool staged) {
  static std::map<bool, std::vector<RankSummary>> made;
  std::vector<RankSummary>& ranks = made[staged];
  if (!ranks.empty()) return ranks;
  FleetPlan plan;
  plan.tensor = 2;
  plan.pipeline = staged ? 2 : 1;
  plan.data = 6;
  plan.steps = 4;
  plan.sequences = staged;
  const MadeFleet fleet(with_faults(plan));
  for (int replica = 0; replica < plan.data; ++replica) {
    fleet.summarize(replica,
                    [&](int, RankSummary&& summary) { ranks.push_back(std::move(summary)); });
  }
  return ranks;
}

void check_line(const std::string& line) {
  demand(!line.empty() && line.find('\n') == std::string::npos, "a sentence is one line", line);
}

void check_many(const RankSummary& changed, bool staged) {
  Fleet fleet;
  fleet.add(fleet_rank(RankSummary(changed), "changed.rank"));
  for (const RankSummary& one : run_of(staged)) fleet.add(fleet_rank(RankSummary(one), "usual"));
  const FleetAnalysis found = fleet.analyze();
  const std::size_t ranks = fleet.ranks().size();
  demand(found.states.size() == ranks && found.clocks.size() == ranks, "each rank has a state");
  check_line(fleet_sentence(fleet, found));
  for (const std::string& note : fleet_notes(fleet, found)) check_line(note);
  for (const FleetStraggler& one : found.stragglers) {
    demand(one.rank < ranks && !one.steps.empty(), "a straggler is a rank, in a step");
    demand(one.wait_caused_ns >= 0, "nobody saves the others time by being late");
  }
}

void check_few(const RankSummary& changed, bool staged) {
  RunFacts facts = facts_of(changed);
  facts.take(facts_of(run_of(staged).front()));
  check_line(compare_ranks(facts).summary);
}

/// Other numbers of as many bytes, so that what follows stays where it is.
void change_numbers(std::string& columns, std::mt19937_64& random) {
  const std::size_t at = below(random, columns.size());
  const std::size_t end = std::min(columns.size(), at + 1 + below(random, 4));
  for (std::size_t i = at; i < end; ++i)
    columns[i] = static_cast<char>((columns[i] & 0x80) | (random() & 0x7F));
}

void change_bytes(std::string& columns, std::mt19937_64& random) {
  const std::size_t at = below(random, columns.size());
  std::string part = columns.substr(at, 16);
  mutate(part, random, "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x7F\n\x01\n\x80\x01\nrank\n[0,1]");
  columns.replace(at, 16, part);
}

/// Any moment, number or length, in a few places.
void change_members(RankSummary& summary, std::mt19937_64& random) {
  for (std::size_t rounds = 1 + below(random, 4); rounds > 0; --rounds) {
    const auto any = static_cast<std::int64_t>(random() >> below(random, 64));
    RankCollectives& about = summary.collectives;
    if (about.collectives.empty() || summary.steps.empty()) return;
    RankCollective& one = about.collectives[below(random, about.collectives.size())];
    StepFacts& step = summary.steps[below(random, summary.steps.size())];
    const std::array<std::int64_t*, 8> members = {
        &one.range.end_ns,      &one.index,           &about.base_ns,       &step.range.end_ns,
        &about.extent.begin_ns, &about.extent.end_ns, &step.range.begin_ns, &summary.times.ns[0]};
    *members[below(random, members.size())] = below(random, 2) == 0 ? any : -any;
  }
}

}  // namespace

std::string fuzz_input(std::mt19937_64& random) {
  const bool staged = below(random, 2) == 0;
  const std::vector<RankSummary>& ranks = run_of(staged);
  RankSummary summary = ranks[below(random, ranks.size())];
  const std::size_t kind = below(random, 4);
  if (kind == 0) change_members(summary, random);
  std::string columns = columns_of(summary);
  if (kind == 1) change_bytes(columns, random);
  if (kind > 1) change_numbers(columns, random);
  return (staged ? 's' : 'p') + columns;
}

}  // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  if (size == 0 || size > kMostColumns) return 0;
  const std::string input(reinterpret_cast<const char*>(data), size);
  const auto read = parse_summary(file_of(input.substr(1)));
  if (!read.ok()) {
    check_line(read.error().message);
    return 0;
  }
  const std::string written = summary_bytes(read.value());
  const auto again = parse_summary(written);
  demand(again.ok() && summary_bytes(again.value()) == written, "what was read can be written");
  const bool staged = input.front() == 's';
  check_many(read.value(), staged);
  check_few(read.value(), staged);
  return 0;
}
