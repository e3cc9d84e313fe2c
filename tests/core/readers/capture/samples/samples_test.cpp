// What the recorder saw threads do from outside, as slices.
#include "core/readers/capture/samples/samples.h"

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/export/trace_writer.h"
#include "core/readers/trace_loader.h"
#include "tests/core/fixtures/capture_bytes.h"
#include "tests/core/fixtures/snapshot_text.h"
#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

using wire::SampledState;

/// Two threads: one computes, one waits.
std::string two_threads() {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain,
                     .stack = program.in_tokenize,
                     .flags = wire::kSampleHoldsGil,
                     .count = 2,
                     .last_ns = 110'000});
  c.sample(100'000, {.tid = kOther,
                     .stack = program.in_main,
                     .flags = wire::kSampleWaitsForGil,
                     .count = 2,
                     .last_ns = 110'000});
  c.sample(120'000, {.tid = kMain, .stack = program.next_line, .flags = wire::kSampleHoldsGil});
  c.sample(120'000, {.tid = kOther,
                     .stack = program.in_main,
                     .state = SampledState::Disk,
                     .wait = "read /data/a.bin"});
  c.sample(130'000, {.tid = kMain, .stack = program.in_main});
  c.sample(140'000, {.tid = kMain, .state = SampledState::Ended});
  return program.file();
}

}  // namespace

TEST_CASE("samples of two threads become functions, lines and states on one time axis") {
  const Loaded loaded(two_threads());
  CHECK(loaded.functions() == std::vector<Seen>{{"train.py(10): main", 100'000, 140'000, 0},
                                                {"data.py(12): tokenize", 100'000, 130'000, 1},
                                                {"data.py:13", 100'000, 120'000, 2},
                                                {"data.py:14", 120'000, 130'000, 2},
                                                {"train.py:11", 130'000, 140'000, 1}});
  CHECK(loaded.states() == std::vector<Seen>{{"running · GIL", 100'000, 130'000, 0},
                                             {"running", 130'000, 140'000, 0}});
  // Nothing tells of its end: it is seen for one more period.
  CHECK(loaded.functions(kOther) == std::vector<Seen>{{"train.py(10): main", 100'000, 130'000, 0},
                                                      {"train.py:11", 100'000, 130'000, 1}});
  CHECK(loaded.states(kOther) == std::vector<Seen>{{"waiting for the GIL", 100'000, 120'000, 0},
                                                   {"read /data/a.bin", 120'000, 130'000, 0}});
  const Snapshot& trace = loaded.trace();
  CHECK(trace.report.complete);
  CHECK(trace.report.issues.empty());
  CHECK(trace.extent == TimeRange{100'000, 140'000});
  CHECK(trace.slices_extent == TimeRange{100'000, 140'000});
  CHECK(trace.counts.by_category.at("python_sample") == 3);
  CHECK(trace.counts.by_category.at("python_line") == 4);
  CHECK(trace.counts.by_category.at("thread_state") == 4);
  const JsonValue* totals = trace.info.metadata.find("samples 0");
  REQUIRE(totals != nullptr);
  CHECK(totals->find("samples")->to_text() == "8");
  CHECK(totals->find("period_ns")->to_text() == "10000");
}

TEST_CASE("where samples are missing is a hole") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.sample(130'000, {.tid = kMain, .stack = program.in_main});      // three periods later
  c.sample(170'000, {.tid = kMain, .stack = program.in_tokenize});  // four
  const Loaded loaded(program.file());
  const std::vector<Seen> twice{{"running", 100'000, 140'000, 0}, {"running", 170'000, 180'000, 0}};
  CHECK(loaded.states() == twice);
  REQUIRE(loaded.functions().size() == 5);
  CHECK(loaded.functions()[0] == Seen{"train.py(10): main", 100'000, 140'000, 0});
  CHECK(loaded.functions()[2] == Seen{"train.py(10): main", 170'000, 180'000, 0});
}

TEST_CASE("without statistics, the usual distance of samples is the period") {
  Program program;
  ChannelBytes c;
  c.samples();
  const std::uint32_t main = c.code("/app/train.py", "main", 10, 0x030A, kTable);
  const std::uint32_t stack = c.stack({{main, 2}});
  for (Ns at = 0; at < 5; ++at) c.sample(1'000'000 + at * 20'000, {.tid = kMain, .stack = stack});
  c.sample(2'400'000, {.tid = kMain, .stack = stack});
  program.channel = std::move(c);
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"running", 1'000'000, 1'100'000, 0},
                                             {"running", 2'400'000, 2'420'000, 0}});
}

TEST_CASE("a slow rate has no holes from its first sample on, and none where it changes") {
  constexpr Ns kSlowNs = 1'000'000'000, kFastNs = 500'000'000;
  Program program;
  ChannelBytes c;
  c.samples();
  c.sample_stats({.time_ns = 90'000, .period_ns = kSlowNs});
  const std::uint32_t main = c.code("/app/train.py", "main", 10, 0x030A, kTable);
  const std::uint32_t stack = c.stack({{main, 2}});
  Ns at = 100'000;
  for (int i = 0; i < 3; ++i, at += kSlowNs) c.sample(at, {.tid = kMain, .stack = stack});
  c.sample_stats({.time_ns = at, .period_ns = kFastNs});
  for (int i = 0; i < 3; ++i, at += kFastNs) c.sample(at, {.tid = kMain, .stack = stack});
  program.channel = std::move(c);
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"running", 100'000, at, 0}});
}

TEST_CASE("a torn stack says nothing about functions, and is counted") {
  const auto after = [](Ns torn_until_ns) {
    Program program;
    ChannelBytes& c = program.channel;
    c.sample(100'000, {.tid = kMain, .stack = program.in_main});
    for (Ns at = 110'000; at <= torn_until_ns; at += kPeriodNs)
      c.sample(at, {.tid = kMain, .flags = wire::kSampleTorn});
    c.sample(torn_until_ns + kPeriodNs, {.tid = kMain, .stack = program.in_main});
    return Loaded(program.file());
  };
  const Loaded few = after(120'000);
  CHECK(few.functions().front() == Seen{"train.py(10): main", 100'000, 140'000, 0});
  CHECK(few.functions().size() == 2);
  CHECK(issues(few.trace(), "torn_samples") == 2);
  const Loaded many = after(140'000);
  REQUIRE(many.functions().size() == 4);
  CHECK(many.functions()[0] == Seen{"train.py(10): main", 100'000, 110'000, 0});
  CHECK(many.functions()[2] == Seen{"train.py(10): main", 150'000, 160'000, 0});
  // It ran all the time.
  CHECK(many.states() == std::vector<Seen>{{"running", 100'000, 160'000, 0}});
}

TEST_CASE("a thread outside of Python has a state and no function") {
  Program program;
  program.channel.sample(100'000, {.tid = kMain, .stack = program.in_main});
  program.channel.sample(110'000, {.tid = kMain, .state = SampledState::Waiting, .wait = "futex"});
  program.channel.sample(120'000, {.tid = kMain, .state = SampledState::Waiting});
  program.channel.sample(130'000, {.tid = kMain, .state = SampledState::Stopped});
  const Loaded loaded(program.file());
  CHECK(loaded.functions().size() == 2);
  CHECK(loaded.functions().front().end_ns == 110'000);
  CHECK(loaded.states() == std::vector<Seen>{{"running", 100'000, 110'000, 0},
                                             {"futex", 110'000, 120'000, 0},
                                             {"waiting", 120'000, 130'000, 0},
                                             {"stopped", 130'000, 140'000, 0}});
}

TEST_CASE("functions that begin and end together are nested in the order of their calls") {
  Program program;
  ChannelBytes& c = program.channel;
  const std::uint32_t outer = c.code("/app/z.py", "zeta", 1, 0x030A, "");
  const std::uint32_t inner = c.code("/app/a.py", "alpha", 1, 0x030A, "");
  const std::uint32_t stack = c.stack({{inner, -1}, {outer, -1}});
  c.sample(100'000, {.tid = kMain, .stack = stack});
  c.sample(110'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.functions() == std::vector<Seen>{{"z.py(1): zeta", 100'000, 110'000, 0},
                                                {"a.py(1): alpha", 100'000, 110'000, 1}});
}

TEST_CASE("missed samples and torn ones of the sampler's own count are reported") {
  Program program;
  program.channel.sample(100'000, {.tid = kMain, .stack = program.in_main});
  program.channel.sample_stats({.time_ns = 110'000,
                                .period_ns = kPeriodNs,
                                .samples = 50,
                                .torn = 3,
                                .missed = 7,
                                .spent_ns = 900});
  const Loaded loaded(program.file());
  CHECK(issues(loaded.trace(), "missed_samples") == 7);
  CHECK(issues(loaded.trace(), "torn_samples") == 3);
  CHECK(loaded.trace().report.complete);
}

TEST_CASE("threads go on when the channel begins anew, with other numbers") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.samples();
  const std::uint32_t other = c.code("/app/other.py", "other", 1, 0x030A, "");
  const std::uint32_t main = c.code("/app/train.py", "main", 10, 0x030A, kTable);
  CHECK(other != main);
  c.sample(110'000, {.tid = kMain, .stack = c.stack({{main, 2}})});
  const Loaded loaded(program.file());
  CHECK(loaded.functions() == std::vector<Seen>{{"train.py(10): main", 100'000, 120'000, 0},
                                                {"train.py:11", 100'000, 120'000, 1}});
}

TEST_CASE("the last name of a thread counts, and that of the interpreter says nothing") {
  const auto name_after = [](std::initializer_list<std::string_view> names) {
    Program program;
    ChannelBytes& c = program.channel;
    Ns at = 100'000;
    for (const std::string_view name : names) {
      c.add(wire::RecordType::ThreadName, c.string(name), wire::ThreadNameRecord{{}, kMain, 0});
      c.sample(at += kPeriodNs, {.tid = kMain, .stack = program.in_main});
    }
    const Loaded loaded(program.file());
    return std::string(loaded.trace().text(loaded.trace().tracks.at(0).name));
  };
  CHECK(name_after({"bash"}) == "bash");
  CHECK(name_after({"bash", "python3"}) == "thread 70");
  CHECK(name_after({"bash", "python3", "pt_data_worker"}) == "pt_data_worker");
  CHECK(name_after({"python", "python3.11"}) == "thread 70");
  CHECK(name_after({"python3.13t"}) == "thread 70");
  CHECK(name_after({"python3", "python3 tokenizer"}) == "python3 tokenizer");
  CHECK(name_after({"zsh", "loader"}) == "loader");
  CHECK(name_after({"loader", "zsh", "loader"}) == "loader");
}

TEST_CASE("files of packages and of the standard library are named as torch.profiler names them") {
  const PythonFolders folders(MessageText("cwd=/home/me\nargv=python -u bench/train.py --x 1\n"));
  CHECK(folders.relative("/home/me/bench/train.py") == "train.py");
  CHECK(folders.relative("/home/me/data.py") == "data.py");
  CHECK(folders.relative("/opt/venv/lib/python3.11/site-packages/torch/nn/linear.py") ==
        "torch/nn/linear.py");
  CHECK(folders.relative("/usr/lib/python3.11/threading.py") == "threading.py");
  CHECK(folders.relative("<string>") == "<string>");
  CHECK(folders.relative("/else/where.py") == "/else/where.py");
}

TEST_CASE("a recording of samples that is cut anywhere opens") {
  const std::string whole = two_threads();
  for (std::size_t bytes = sizeof(wire::FileHeader); bytes < whole.size(); ++bytes) {
    CAPTURE(bytes);
    const Loaded loaded(whole.substr(0, bytes));
    CHECK_FALSE(loaded.trace().report.complete);
    CHECK(loaded.trace().slice_count <= 11);
  }
}

TEST_CASE("samples with broken numbers and times do no harm") {
  Program program;
  ChannelBytes& c = program.channel;
  const std::uint32_t deep = c.stack(std::vector<wire::StackFrame>(2000, {1, 2}));
  const std::uint32_t no_code = c.stack({{77, 0}, {0, -5}});
  c.sample(100'000, {.tid = kMain, .stack = 9999});
  c.sample(110'000, {.tid = kMain, .stack = deep, .state = SampledState{200}, .flags = 0xFFFF});
  c.sample(120'000, {.tid = kMain, .stack = no_code, .count = 0, .last_ns = 5});
  c.sample(50'000, {.tid = kMain, .stack = program.in_main, .count = UINT32_MAX});
  c.sample(INT64_MAX, {.tid = kMain, .stack = program.in_main, .last_ns = INT64_MIN});
  c.sample(INT64_MIN, {.tid = kMain, .stack = program.in_main, .last_ns = INT64_MAX});
  c.sample_stats({.time_ns = INT64_MAX,
                  .period_ns = INT64_MIN,
                  .samples = UINT64_MAX,
                  .torn = UINT64_MAX,
                  .missed = UINT64_MAX});
  const Loaded loaded(program.file());
  CHECK(issues(loaded.trace(), "torn_samples") > 0);
  CHECK(loaded.trace().report.kept + loaded.trace().report.listed == loaded.trace().counts.total);
}

TEST_CASE("samples that were converted to JSON open with the same slices") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_tokenize});
  c.sample(110'000, {.tid = kMain, .stack = program.in_main});
  c.sample(120'000, {.tid = kMain, .stack = program.in_tokenize});
  c.sample(130'000, {.tid = kMain, .state = SampledState::Waiting, .wait = "poll"});
  // main() and tokenize() begin and end together; their names would put them the other way round.
  c.sample(140'000, {.tid = kMain, .stack = program.in_tokenize});
  c.sample(150'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded first(program.file());
  std::string text;
  REQUIRE(write_trace(first.trace(), {}, [&](std::string_view piece) {
    text += piece;
    return true;
  }));
  const auto second = load_trace(first.folder.write("again.json", text));
  REQUIRE(second.ok());
  const Snapshot &a = first.trace(), &b = *second.value().snapshot;
  CHECK(snapshot_faults(b).empty());
  for (const TrackKind kind : {TrackKind::ThreadSamples, TrackKind::ThreadState}) {
    const std::vector<Seen> before = seen(a, kMain, kind, a.extent.begin_ns);
    CHECK(before.size() == (kind == TrackKind::ThreadSamples ? 9 : 3));
    CHECK(seen(b, kMain, kind, b.extent.begin_ns) == before);
  }
}
