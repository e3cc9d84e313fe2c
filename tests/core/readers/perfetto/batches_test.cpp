// Packets are read in batches, by several threads: neither may be seen in the result.
#include <doctest/doctest.h>

#include "core/base/threads/start_thread.h"
#include "tests/core/base/encoded_text.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/perfetto_packets.h"

using namespace lanescope;
using namespace lanescope::perfetto_packets;

namespace {

const std::string kThread = process_track(1, 77, "python") + thread_track(2, 1, 77, 78, "main");

LoadedTrace loaded_in_batches(const std::string& file, std::size_t batch_bytes, unsigned threads) {
  const TempFolder folder;
  LoadOptions options;
  options.threads = threads;
  options.slice_bytes = batch_bytes;
  auto trace = load_trace(folder.write("run.pftrace", file), options);
  REQUIRE(trace.ok());
  return std::move(trace).value();
}

/// What the load found, its issues included.
std::string text_of(const LoadedTrace& trace) {
  std::string text = snapshot_text(*trace.snapshot);
  for (const LoadIssue& issue : trace.snapshot->report.issues)
    text += issue.kind + " " + std::to_string(issue.count) + " " + issue.example + " " +
            std::to_string(issue.first_offset) + "\n";
  return text;
}

/// A writer whose names, categories and times mean what its packets before said.
std::string interning_writer(unsigned sequence, std::uint64_t from_ns) {
  const auto flagged = [sequence](unsigned flags, const std::string& fields) {
    return packet(number(kFlags, flags) + fields, sequence);
  };
  const auto interned = [](std::uint64_t id, std::string_view name) {
    return bytes(kInterned, bytes(2, number(1, id) + bytes(2, name)) +
                                bytes(1, number(1, id) + bytes(2, "cpu_op")));
  };
  std::string file;
  for (unsigned round = 0; round < 5; ++round) {
    const std::uint64_t at = from_ns + 1'000 * round;
    file += flagged(kCleared, interned(1, "outer " + std::to_string(round)));
    file += flagged(kNeedsState, interned(2, "inner"));
    const auto write = [&](unsigned type, std::uint64_t time_ns, const std::string& more) {
      return flagged(kNeedsState,
                     number(kTimestamp, time_ns) +
                         bytes(kTrackEvent, number(9, type) + number(11, 2 + sequence) + more));
    };
    file += write(kBegin, at, number(10, 1) + number(3, 1) + fixed(47, round));
    file += write(kBegin, at + 10, number(10, 2) + argument("n", number(4, round)));
    file += write(kEnd, at + 20, {}) + write(kEnd, at + 30, {});
    file += write(kInstant, at + 40, bytes(23, "mark") + bytes(22, "mine") + fixed(48, round));
  }
  return file;
}

std::string compressed(const std::string& packets) {
  constexpr unsigned kZstdCompressed = 133;
  return packet(bytes(kZstdCompressed, zstd_of(packets)));
}

/// Compressed ones between others, one within the other, damaged ones, and one of more than is
/// unpacked ahead.
std::string compressed_packets() {
  const std::string deep = compressed(compressed(
      compressed(compressed(compressed(begin(2, 20'000, "too deep") + end(2, 20'001))))));
  std::string file = kThread + thread_track(3, 1, 77, 79, "one") +
                     thread_track(4, 1, 77, 80, "two") + compressed(interning_writer(1, 5'000));
  file += compressed(begin(2, 9'000, "outside") + compressed(interning_writer(2, 5'005)) +
                     end(2, 9'500));
  file += compressed(begin(2, 9'600, "whole") + end(2, 9'700) + std::string(40, '\xFF')) + deep;
  std::string long_one;
  for (std::uint64_t time_ns = 10'000; time_ns < 10'100; time_ns += 10)
    long_one += begin(2, time_ns, "long", argument("text", bytes(6, std::string(600'000, 't')))) +
                end(2, time_ns + 5);
  return file + compressed(long_one) + begin(2, 11'000, "last") + end(2, 11'500);
}

std::string all_sorts_of_packets() {
  return kThread + thread_track(3, 1, 77, 79, "one") + thread_track(4, 1, 77, 80, "two") +
         interning_writer(1, 5'000) + packet(bytes(kCompressed, "no zlib")) +
         std::string(40, '\xFF') + interning_writer(2, 5'005) + packet(bytes(66, number(1, 0))) +
         begin(2, 9'000, "late", argument("text", bytes(6, std::string(300, 't')))) +
         end(2, 9'500) + begin(2, 9'600, "cut off").substr(0, 9);
}

}  // namespace

TEST_CASE("the size of batches and the number of threads do not change what is read") {
  const std::string file = all_sorts_of_packets();
  const LoadedTrace whole = loaded_in_batches(file, 1U << 20, 1);
  REQUIRE(whole.snapshot->slice_count == 21);
  REQUIRE(whole.snapshot->instants->size() == 10);
  REQUIRE(issue_count(*whole.snapshot, "damaged_chunk") == 1);
  REQUIRE(issue_count(*whole.snapshot, "cut_off_event") == 1);
  const std::string expected = text_of(whole);
  for (const std::size_t batch_bytes : {1U, 40U, 1'000U}) {
    for (const unsigned threads : {1U, 2U, 5U})
      CHECK(text_of(loaded_in_batches(file, batch_bytes, threads)) == expected);
  }
}

TEST_CASE("compressed packets are read in their place, whoever has unpacked them") {
  const std::string file = compressed_packets();
  const LoadedTrace whole = loaded_in_batches(file, 1U << 20, 1);
  CHECK(whole.snapshot->slice_count == 33);
  CHECK(whole.snapshot->instants->size() == 10);
  CHECK(issue_count(*whole.snapshot, "damaged_chunk") == 1);
  CHECK(issue_count(*whole.snapshot, "broken_record") == 1);
  const std::string expected = text_of(whole);
  for (const std::size_t batch_bytes : {1U, 1'000U}) {
    for (const unsigned threads : {1U, 2U, 5U})
      CHECK(text_of(loaded_in_batches(file, batch_bytes, threads)) == expected);
  }
}

TEST_CASE("a trace is read without threads") {
  const std::string file = all_sorts_of_packets();
  const std::string expected = text_of(loaded_in_batches(file, 40, 3));
  const ThreadsRefused refused;
  CHECK(text_of(loaded_in_batches(file, 40, 3)) == expected);
  take_thread_shortage();
}

TEST_CASE("packets longer than what is read of a file at once are read") {
  const std::string text(std::size_t{5} << 20U, 'x');
  std::string file = kThread + begin(2, 1, "before") + end(2, 2);
  for (std::uint64_t time_ns = 10; time_ns < 30; time_ns += 10)
    file += begin(2, time_ns, "long", argument("text", bytes(6, text))) + end(2, time_ns + 5);
  file += begin(2, 30, "after") + end(2, 31);
  const LoadedTrace trace = loaded(file, 2);
  CHECK(slices_on(*trace.snapshot, "main") == "before 1+1, long 10+5, long 20+5, after 30+1");
  CHECK(trace.snapshot->report.issues.empty());
}

TEST_CASE("what is found inside a compressed packet is where that packet is in the file") {
  const std::string before = kThread + begin(2, 10, "before") + end(2, 20);
  const std::string open =
      compressed(begin(2, 30, "whole") + end(2, 40)) + compressed(compressed(begin(2, 50, "open")));
  const std::size_t first = compressed(begin(2, 30, "whole") + end(2, 40)).size();
  for (const unsigned threads : {1U, 3U}) {
    const LoadedTrace trace = loaded_in_batches(before + open, std::size_t{1} << 18U, threads);
    const std::uint64_t at = issue_of(*trace.snapshot, "begin_without_end").first_offset;
    CHECK(at >= before.size() + first);
    CHECK(at < before.size() + open.size());
  }
}
