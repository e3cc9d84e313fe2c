// Captures in which the system's clock is set. The records are made as an agent makes them, from a
// clock that runs evenly; what is set comes on top of that, and the trace must not show it.
#include "core/readers/capture/clock.h"

#include <algorithm>
#include <functional>

#include <doctest/doctest.h>

#include "core/readers/capture/live.h"
#include "core/readers/trace_loader.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

constexpr Ns kMs = 1'000'000;
constexpr Ns kBase = 1'000'000 * kMs;  // what the system's clock says at 0

/// A program that runs for four seconds, and a clock that is set by `shift` after `set_at`.
class Program {
 public:
  Program(Ns set_at, Ns shift) : set_at_(set_at), shift_(shift) { gpu.gpu(); }

  [[nodiscard]] Ns clock(Ns even) const { return kBase + even + (even >= set_at_ ? shift_ : 0); }

  ChannelBytes gpu;
  CaptureBytes file;

  /// Until `even_end` on the even clock: `each` is told every millisecond of it; the channels go to
  /// the file every 10 ms, the GPU's first, as a reader comes by them. A Clock record each second.
  void run(Ns even_begin, Ns even_end, std::vector<ChannelBytes*> threads,
           const std::function<void(Ns)>& each) {
    for (Ns even = even_begin; even < even_end; even += kMs) {
      if (even % (1000 * kMs) == 0) gpu.clock(clock(even), even);
      each(even);
      if (even % (10 * kMs) != 9 * kMs) continue;
      file.records(gpu, 0);
      for (std::size_t i = 0; i < threads.size(); ++i)
        file.records(*threads[i], static_cast<std::uint32_t>(i + 1));
    }
  }

 private:
  Ns set_at_, shift_;
};

/// Calls of 1 ms, every `period`, each with a kernel that begins 2 ms after it and takes 1 ms.
class Launcher {
 public:
  Launcher(Program& program, ChannelBytes& channel, Ns period, Ns phase, std::uint64_t& calls)
      : program_(&program), channel_(&channel), period_(period), phase_(phase), calls_(&calls) {}
  void at(Ns even) {
    if (even % period_ == phase_) {
      open_ = ++*calls_;
      channel_->begin(program_->clock(even), {.correlation = open_});
      begun.push_back(even);
    }
    if (even % period_ == phase_ + 1 * kMs) channel_->end(program_->clock(even), open_);
    // Records of kernels come at the next flush.
    if (even % period_ == phase_ + 4 * kMs) {
      program_->gpu.kernel(
          program_->clock(even - 2 * kMs), program_->clock(even - 1 * kMs),
          {.correlation = open_, .stream = static_cast<std::uint32_t>(phase_ / kMs)});
    }
  }
  std::vector<Ns> begun;

 private:
  Program* program_;
  ChannelBytes* channel_;
  Ns period_, phase_;
  std::uint64_t* calls_;
  std::uint64_t open_ = 0;
};

std::vector<TimeRange> ranges_named(const Snapshot& trace, std::string_view name) {
  std::vector<TimeRange> ranges;
  for (const Track& track : trace.tracks) {
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s) {
        if (trace.text(chunk->name[s]) != name) continue;
        const TimeRange range = chunk->range(s);
        ranges.push_back({range.begin_ns - kBase, range.end_ns - kBase});
      }
    }
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const TimeRange& a, const TimeRange& b) { return a.begin_ns < b.begin_ns; });
  return ranges;
}

std::vector<TimeRange> expected(std::vector<Ns> begun, Ns after, Ns length) {
  std::vector<TimeRange> ranges;
  std::sort(begun.begin(), begun.end());
  for (const Ns at : begun) ranges.push_back({at + after, at + after + length});
  return ranges;
}

const LoadIssue* clock_issue(const Snapshot& trace) {
  for (const LoadIssue& issue : trace.report.issues) {
    if (issue.kind == "clock_step") return &issue;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("calls and kernels keep their times and order when the clock is set") {
  TempFolder folder;
  for (const Ns shift :
       {1000 * kMs, -1000 * kMs, 40 * kMs, -40 * kMs, 7'200'000 * kMs, -7'200'000 * kMs}) {
    // In the middle of a second, also within a call, and just before the next Clock record.
    for (const Ns set_at : {1445 * kMs, 1500 * kMs + 1, 1999 * kMs}) {
      CAPTURE(shift);
      CAPTURE(set_at);
      Program program(set_at, shift);
      ChannelBytes busy, calm;
      std::uint64_t calls = 0;
      Launcher often(program, busy, 10 * kMs, 0, calls),
          seldom(program, calm, 50 * kMs, 3 * kMs, calls);
      busy.thread(1).push(program.clock(0), "outer");
      calm.thread(2);
      program.run(0, 4000 * kMs, {&busy, &calm}, [&](Ns even) {
        often.at(even);
        seldom.at(even);
      });
      busy.pop(program.clock(4000 * kMs));
      program.file.records(busy, 1).end();
      const auto loaded = load_trace(folder.write("run.lanes", program.file.bytes()));
      REQUIRE(loaded.ok());
      const Snapshot& trace = *loaded.value().snapshot;
      std::vector<Ns> begun = often.begun;
      begun.insert(begun.end(), seldom.begun.begin(), seldom.begun.end());
      CHECK(ranges_named(trace, "cudaLaunchKernel") == expected(begun, 0, kMs));
      CHECK(ranges_named(trace, "gemm") == expected(begun, 2 * kMs, kMs));
      CHECK(ranges_named(trace, "outer") == std::vector<TimeRange>{{0, 4000 * kMs}});
      REQUIRE(clock_issue(trace));
      CHECK(clock_issue(trace)->count == 1);
      CHECK(trace.extent.end_ns == kBase + 4000 * kMs);
    }
  }
}

TEST_CASE("a step of the clock is marked where it was made, with its size") {
  TempFolder folder;
  Program program(1445 * kMs, -1000 * kMs);
  ChannelBytes busy;
  std::uint64_t calls = 0;
  Launcher often(program, busy, 10 * kMs, 0, calls);
  busy.thread(1);
  program.run(0, 3000 * kMs, {&busy}, [&](Ns even) { often.at(even); });
  const auto loaded = load_trace(folder.write("run.lanes", program.file.end().bytes()));
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  CHECK(clock_issue(trace)->example == "back by 1000 ms; later times are corrected for it");
  const auto marks = ranges_named(trace, "The clock was set back by 1000 ms");
  REQUIRE(marks.size() == 1);
  // Between the last record before and the first one after: the call of 1440 to 1441 ms, and the
  // next at 1450 ms.
  CHECK(marks[0].begin_ns >= 1441 * kMs);
  CHECK(marks[0].begin_ns <= 1450 * kMs);
}

TEST_CASE("work that was launched before a step and runs after it keeps its place") {
  TempFolder folder;
  for (const Ns shift : {1000 * kMs, -1000 * kMs}) {
    CAPTURE(shift);
    Program program(1500 * kMs, shift);
    ChannelBytes thread;
    thread.thread(1);
    // Six launches at 1.40 s; their kernels take 50 ms each, one after the other from 1.41 s on,
    // and are delivered when they have ended.
    program.run(0, 3000 * kMs, {&thread}, [&](Ns even) {
      if (even == 1400 * kMs) {
        for (std::uint64_t call = 1; call <= 6; ++call)
          thread.begin(program.clock(even), {.correlation = call}).end(program.clock(even), call);
      }
      const Ns since = even - 1410 * kMs;
      if (since > 0 && since <= 300 * kMs && since % (50 * kMs) == 0) {
        program.gpu.kernel(program.clock(even - 50 * kMs), program.clock(even),
                           {.correlation = static_cast<std::uint64_t>(since / (50 * kMs))});
      }
      // Somebody has to be busy for the moment to be known.
      if (even % (10 * kMs) == 5 * kMs)
        thread.push(program.clock(even), "tick").pop(program.clock(even));
    });
    const auto loaded = load_trace(folder.write("run.lanes", program.file.end().bytes()));
    REQUIRE(loaded.ok());
    std::vector<TimeRange> kernels;
    for (Ns i = 0; i < 6; ++i) kernels.push_back({(1410 + 50 * i) * kMs, (1460 + 50 * i) * kMs});
    CHECK(ranges_named(*loaded.value().snapshot, "gemm") == kernels);
  }
}

TEST_CASE("a process that joins after a step lies beside the others") {
  TempFolder folder;
  Program program(1500 * kMs, 1000 * kMs);
  ChannelBytes first, second, second_gpu;
  first.thread(1);
  program.run(0, 3000 * kMs, {&first}, [&](Ns even) {
    if (even % (10 * kMs) == 0)
      first.push(program.clock(even), "first").pop(program.clock(even + kMs));
  });
  second_gpu.gpu().clock(program.clock(2500 * kMs), 2500 * kMs);
  second.thread(2).push(program.clock(2600 * kMs), "second").pop(program.clock(2610 * kMs));
  program.file.hello("pid=2\n", 1).records(second_gpu, 0, 1).records(second, 1, 1).end();
  const auto loaded = load_trace(folder.write("run.lanes", program.file.bytes()));
  REQUIRE(loaded.ok());
  CHECK(ranges_named(*loaded.value().snapshot, "second") ==
        std::vector<TimeRange>{{2600 * kMs, 2610 * kMs}});
  CHECK(clock_issue(*loaded.value().snapshot)->count == 1);
}

TEST_CASE("several steps add up") {
  TempFolder folder;
  ChannelBytes thread, gpu;
  gpu.gpu();
  thread.thread(1);
  // +1 s after 1.5 s, -3 s after 5.5 s.
  const auto clock = [](Ns even) {
    return kBase + even + (even > 1500 * kMs ? 1000 * kMs : 0) -
           (even > 5500 * kMs ? 3000 * kMs : 0);
  };
  CaptureBytes file;
  for (Ns even = 0; even < 9000 * kMs; even += 10 * kMs) {
    if (even % (1000 * kMs) == 0) gpu.clock(clock(even), even);
    thread.push(clock(even), "tick").pop(clock(even + 2 * kMs));
    file.records(gpu, 0).records(thread, 1);
  }
  const auto loaded = load_trace(folder.write("run.lanes", file.end().bytes()));
  REQUIRE(loaded.ok());
  const auto ticks = ranges_named(*loaded.value().snapshot, "tick");
  REQUIRE(ticks.size() == 900);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const Ns begin = static_cast<Ns>(i) * 10 * kMs;
    CHECK(ticks[i] == TimeRange{begin, begin + 2 * kMs});
  }
  CHECK(clock_issue(*loaded.value().snapshot)->count == 2);
}

TEST_CASE("a live capture goes on without the step from the next Clock record") {
  for (const Ns shift : {1000 * kMs, -1000 * kMs}) {
    CAPTURE(shift);
    Program program(1500 * kMs, shift);
    ChannelBytes busy;
    std::uint64_t calls = 0;
    Launcher often(program, busy, 10 * kMs, 0, calls);
    busy.thread(1);
    program.run(0, 4000 * kMs, {&busy}, [&](Ns even) { often.at(even); });
    LiveCapture live(memory_byte_source(program.file.bytes()), "run.lanes");
    while (live.read_some(1U << 12)) {
    }
    const auto trace = live.publish();
    std::vector<TimeRange> calls_seen = ranges_named(*trace, "cudaLaunchKernel");
    std::vector<TimeRange> kernels_seen = ranges_named(*trace, "gemm");
    // Up to 1.5 s and from 2 s on all is right; between it is up to 1 s off.
    const auto in_doubt = [](const TimeRange& range) {
      return range.begin_ns >= 500 * kMs && range.begin_ns < 3000 * kMs;
    };
    for (auto* ranges : {&calls_seen, &kernels_seen}) {
      CHECK(ranges->size() == 400);
      const auto sure = [&](Ns from, Ns to) {
        return std::ranges::count_if(*ranges, [&](const TimeRange& r) {
          return r.begin_ns >= from && r.begin_ns < to && r.length_ns() == kMs;
        });
      };
      CHECK(sure(0, 500 * kMs) == 50);
      CHECK(sure(3000 * kMs, 4010 * kMs) == 100);
      CHECK(std::ranges::none_of(
          *ranges, [](const TimeRange& r) { return r.end_ns > 4010 * kMs || r.begin_ns < 0; }));
      CHECK(std::ranges::count_if(*ranges, in_doubt) == 250);
    }
    CHECK(ranges_named(*trace, shift > 0 ? "The clock was set forward by 1000 ms"
                                         : "The clock was set back by 1000 ms")
              .size() == 1);
  }
}
