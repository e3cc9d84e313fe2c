// A made program whose threads were sampled, and what of them is seen in the window.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/snapshot_text.h"

namespace lanescope {

inline constexpr Ns kPeriodNs = 10'000;
inline constexpr std::uint32_t kMain = 70, kOther = 71;
inline constexpr std::string_view kHello =
    "pid=70\nexe=/usr/bin/python3\ncwd=/app\nargv=python3 train.py\nwhy=sampled\n";
/// Of Python 3.10: two bytes of code for each line, from the first on.
inline constexpr std::string_view kTable("\x02\x00\x02\x01\x02\x01\x02\x01", 8);

/// A channel of samples and the stacks of a made program: main() in train.py calls tokenize() in
/// data.py.
struct Program {
  Program() {
    channel.samples();
    channel.sample_stats({.time_ns = 90'000, .period_ns = kPeriodNs});
    const std::uint32_t main = channel.code("/app/train.py", "main", 10, 0x030A, kTable);
    const std::uint32_t tokenize = channel.code("/app/data.py", "tokenize", 12, 0x030A, kTable);
    in_main = channel.stack({{main, 2}});
    in_tokenize = channel.stack({{tokenize, 2}, {main, 0}});
    next_line = channel.stack({{tokenize, 4}, {main, 0}});
  }
  /// A sample of the main thread, in main().
  void sample_main(Ns at_ns, wire::SampledState state, std::string_view wait = {}) {
    channel.sample(at_ns, {.tid = kMain, .stack = in_main, .state = state, .wait = wait});
  }
  [[nodiscard]] std::string file() {
    CaptureBytes capture;
    capture.hello(kHello);
    return capture.records(channel, 0).end().bytes();
  }

  ChannelBytes channel;
  std::uint32_t in_main = 0, in_tokenize = 0, next_line = 0;
};

struct Seen {
  std::string name;
  Ns begin_ns = 0, end_ns = 0;
  std::uint32_t row = 0;
  friend bool operator==(const Seen&, const Seen&) = default;
  friend std::strong_ordering operator<=>(const Seen& a, const Seen& b) {
    return std::tie(a.begin_ns, a.row, a.name, a.end_ns) <=>
           std::tie(b.begin_ns, b.row, b.name, b.end_ns);
  }
  friend std::ostream& operator<<(std::ostream& out, const Seen& one) {
    return out << one.name << " [" << one.begin_ns << ", " << one.end_ns << ") row " << one.row;
  }
};

/// The slices of a thread's track, by time; times from `from_ns` on.
inline std::vector<Seen> seen(const Snapshot& trace, std::uint32_t tid, TrackKind kind,
                              Ns from_ns = 0) {
  std::vector<Seen> out;
  for (const Track& track : trace.tracks) {
    if (track.kind != kind || trace.text(track.thread) != std::to_string(tid)) continue;
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s) {
        out.push_back({std::string(trace.text(chunk->name[s])), chunk->start_ns[s] - from_ns,
                       chunk->end_ns(s) - from_ns, chunk->row_of(s)});
      }
    }
  }
  std::ranges::sort(out);
  return out;
}

inline std::uint64_t issues(const Snapshot& trace, std::string_view kind) {
  for (const LoadIssue& issue : trace.report.issues) {
    if (issue.kind == kind) return issue.count;
  }
  return 0;
}

struct Loaded {
  explicit Loaded(const std::string& bytes) : result(load_trace(folder.write("run.lanes", bytes))) {
    REQUIRE(result.ok());
    CHECK(snapshot_faults(trace()).empty());
  }
  [[nodiscard]] const Snapshot& trace() const { return *result.value().snapshot; }
  [[nodiscard]] std::vector<Seen> functions(std::uint32_t tid = kMain) const {
    return seen(trace(), tid, TrackKind::ThreadSamples);
  }
  [[nodiscard]] std::vector<Seen> states(std::uint32_t tid = kMain) const {
    return seen(trace(), tid, TrackKind::ThreadState);
  }

  TempFolder folder;
  Result<LoadedTrace> result;
};

}  // namespace lanescope
