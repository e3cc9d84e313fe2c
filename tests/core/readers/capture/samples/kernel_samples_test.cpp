// What the kernel told of threads: machine code that ran, and switches of the scheduler.
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "core/export/trace_writer.h"
#include "core/readers/capture/samples/native_frames.h"
#include "tests/core/readers/capture/samples/sampled_program.h"

using namespace lanescope;

namespace {

using wire::SampledState;
using wire::SwitchKind;

constexpr std::uint32_t kPeriodUs = 10;
constexpr std::string_view kEval = "_PyEval_EvalFrameDefault (python3.11)";
constexpr std::string_view kStart = "main (python3.11)";
constexpr std::string_view kAdd = "at::native::add (libtorch_cpu.so)";
constexpr std::string_view kMul = "at::native::mul (libtorch_cpu.so)";
constexpr std::string_view kBinding = "THPVariable_add (libtorch_python.so)";

/// main() calls add(), then mul(), and tokenize() calls add().
std::string native_program() {
  Program program;
  ChannelBytes& c = program.channel;
  const std::uint32_t add = c.native_stack({kAdd, kBinding, kEval, kStart});
  const std::uint32_t mul = c.native_stack({kMul, kBinding, kEval, kStart});
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.sample(110'000, {.tid = kMain, .stack = program.in_main});
  c.sample(120'000, {.tid = kMain, .stack = program.in_tokenize});
  // Their names had to be looked up.
  c.native_sample(105'000, kMain, add, kPeriodUs);
  c.native_sample(112'000, kMain, mul, kPeriodUs);
  c.native_sample(122'000, kMain, add, kPeriodUs);
  c.sample(130'000, {.tid = kMain, .state = SampledState::Ended});
  return program.file();
}

}  // namespace

TEST_CASE("machine code is below the Python line that called it, however late its sample comes") {
  const Loaded loaded(native_program());
  CHECK(loaded.functions() == std::vector<Seen>{{"train.py(10): main", 100'000, 130'000, 0},
                                                {"train.py:11", 100'000, 120'000, 1},
                                                {std::string(kBinding), 105'000, 120'000, 2},
                                                {std::string(kAdd), 105'000, 112'000, 3},
                                                {std::string(kMul), 112'000, 120'000, 3},
                                                {"data.py(12): tokenize", 120'000, 130'000, 1},
                                                {"data.py:13", 120'000, 130'000, 2},
                                                {std::string(kBinding), 122'000, 130'000, 3},
                                                {std::string(kAdd), 122'000, 130'000, 4}});
  const Snapshot& trace = loaded.trace();
  CHECK(trace.report.issues.empty());
  CHECK(trace.counts.by_category.at("native_frame") == 5);
  CHECK(loaded.states() == std::vector<Seen>{{"running", 100'000, 130'000, 0}});
}

TEST_CASE("a thread without Python shows its native stack as a whole") {
  Program program;
  ChannelBytes& c = program.channel;
  const std::uint32_t stack = c.native_stack({"gemm (libmkl.so)", "worker (libgomp.so)"});
  for (const Ns at : {100'000, 110'000, 120'000}) c.sample(at, {.tid = kOther});
  c.native_sample(105'000, kOther, stack, kPeriodUs);
  c.native_sample(115'000, kOther, stack, kPeriodUs);
  c.sample(130'000, {.tid = kOther, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  // Nothing tells of its end: it is seen for one more period.
  CHECK(loaded.functions(kOther) == std::vector<Seen>{{"worker (libgomp.so)", 105'000, 125'000, 0},
                                                      {"gemm (libmkl.so)", 105'000, 125'000, 1}});
}

TEST_CASE("where native samples are missing, the thread was not on a CPU") {
  Program program;
  ChannelBytes& c = program.channel;
  const std::uint32_t stack = c.native_stack({"gemm (libmkl.so)"});
  for (Ns at = 100'000; at <= 200'000; at += kPeriodNs) c.sample(at, {.tid = kOther});
  c.native_sample(105'000, kOther, stack, kPeriodUs);
  c.native_sample(165'000, kOther, stack, kPeriodUs);
  const Loaded loaded(program.file());
  CHECK(loaded.functions(kOther) == std::vector<Seen>{{"gemm (libmkl.so)", 105'000, 115'000, 0},
                                                      {"gemm (libmkl.so)", 165'000, 175'000, 0}});
}

TEST_CASE("late looks at a thread without Python cut nothing of its machine code") {
  Program program;
  ChannelBytes& c = program.channel;
  const std::uint32_t stack = c.native_stack({"gemm (libmkl.so)"});
  c.sample(100'000, {.tid = kOther});
  c.thread_switch(101'000, kOther, SwitchKind::In);
  c.thread_switch(106'000, kOther, SwitchKind::Preempted);
  c.native_sample(105'000, kOther, stack, kPeriodUs);
  // Each comes after more than three periods; the rate of native samples has dropped as well.
  for (const Ns at : {150'000, 200'000, 250'000}) c.sample(at, {.tid = kOther});
  c.thread_switch(160'000, kOther, SwitchKind::In);
  c.native_sample(205'000, kOther, stack, 4 * kPeriodUs);
  c.sample(300'000, {.tid = kOther, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.functions(kOther) == std::vector<Seen>{{"gemm (libmkl.so)", 105'000, 245'000, 0}});
}

TEST_CASE("a native stack lasts while its thread waits for a CPU, and not while it waits") {
  Program program;
  ChannelBytes& c = program.channel;
  const std::uint32_t stack = c.native_stack({"sha256 (libcrypto.so)"});
  for (Ns at = 100'000; at <= 300'000; at += kPeriodNs) c.sample(at, {.tid = kOther});
  // It has a CPU for 5 µs of each 40, and is sampled after each 10 of them.
  for (Ns at = 100'000; at < 220'000; at += 40'000) {
    c.thread_switch(at, kOther, SwitchKind::In);
    c.thread_switch(at + 5'000, kOther, SwitchKind::Preempted);
  }
  c.thread_switch(220'000, kOther, SwitchKind::In);
  c.thread_switch(230'000, kOther, SwitchKind::Blocked);
  c.thread_switch(270'000, kOther, SwitchKind::In);
  c.native_sample(104'000, kOther, stack, kPeriodUs);
  c.native_sample(184'000, kOther, stack, kPeriodUs);
  c.native_sample(228'000, kOther, stack, kPeriodUs);
  c.native_sample(276'000, kOther, stack, kPeriodUs);
  c.sample(310'000, {.tid = kOther, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.functions(kOther) ==
        std::vector<Seen>{{"sha256 (libcrypto.so)", 104'000, 230'000, 0},
                          {"sha256 (libcrypto.so)", 270'000, 286'000, 0}});
}

TEST_CASE("frames of the interpreter's loop end what belongs below Python") {
  CHECK(is_interpreter_frame(kEval));
  CHECK(is_interpreter_frame("_PyEval_EvalFrame (libpython3.10.so.1.0)"));
  CHECK(is_interpreter_frame("(python3.12)"));
  CHECK(is_interpreter_frame("0x1234 (python3.12)"));
  CHECK(is_interpreter_frame("0x1234 (libpython3.12.so.1.0)"));
  CHECK_FALSE(is_interpreter_frame("PyDict_GetItem (python3.11)"));
  CHECK_FALSE(is_interpreter_frame("0x1234 (libtorch_python.so)"));
  CHECK_FALSE(is_interpreter_frame(kAdd));
}

TEST_CASE("a thread that was woken could run from then on, whatever samples still say") {
  Program program;
  ChannelBytes& c = program.channel;
  const auto waiting = [&](Ns at) {
    c.sample(at, {.tid = kMain, .state = SampledState::Waiting, .wait = "read /data/a.bin"});
  };
  c.thread_switch(101'000, kMain, SwitchKind::In);
  c.thread_switch(116'000, kMain, SwitchKind::Blocked);
  waiting(120'000);
  waiting(130'000);
  waiting(140'000);
  c.thread_switch(124'000, kMain, SwitchKind::Ready);
  c.thread_switch(147'000, kMain, SwitchKind::In);
  // It ran all the time in between, so this is no news.
  c.thread_switch(148'000, kMain, SwitchKind::Ready);
  c.sample(150'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"running", 101'000, 116'000, 0},
                                             {"read /data/a.bin", 116'000, 124'000, 0},
                                             {"waiting for a CPU", 124'000, 147'000, 0},
                                             {"running", 147'000, 150'000, 0}});
  CHECK(loaded.trace().report.issues.empty());
}

TEST_CASE("switches give states their exact times, and samples say what was waited for") {
  Program program;
  ChannelBytes& c = program.channel;
  const auto running = [&](Ns at, std::uint32_t flags) {
    c.sample(at, {.tid = kMain, .stack = program.in_main, .flags = flags});
  };
  running(100'000, wire::kSampleHoldsGil);
  c.thread_switch(100'000, kMain, SwitchKind::In);
  c.thread_switch(113'000, kMain, SwitchKind::Preempted);
  c.thread_switch(114'000, kMain, SwitchKind::In);
  running(110'000, wire::kSampleHoldsGil);
  c.thread_switch(116'000, kMain, SwitchKind::Blocked);
  c.sample(120'000, {.tid = kMain,
                     .stack = program.in_main,
                     .state = SampledState::Waiting,
                     .wait = "read /data/a.bin"});
  c.thread_switch(127'000, kMain, SwitchKind::In);
  running(130'000, 0);
  c.sample(140'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() ==
        std::vector<Seen>{{"running · GIL", 100'000, 113'000, 0},
                          {"waiting for a CPU (holds the GIL)", 113'000, 114'000, 0},
                          {"running · GIL", 114'000, 116'000, 0},
                          {"read /data/a.bin", 116'000, 127'000, 0},
                          {"running", 127'000, 140'000, 0}});
  CHECK(loaded.trace().report.issues.empty());
}

TEST_CASE("a wait between two samples is seen, though not for what") {
  Program program;
  ChannelBytes& c = program.channel;
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.thread_switch(103'000, kMain, SwitchKind::Blocked);
  c.thread_switch(105'000, kMain, SwitchKind::In);
  c.sample(110'000, {.tid = kMain, .stack = program.in_main});
  c.sample(120'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"running", 100'000, 103'000, 0},
                                             {"waiting", 103'000, 105'000, 0},
                                             {"running", 105'000, 120'000, 0}});
}

TEST_CASE("where switches were not recorded, samples tell what a thread did") {
  Program program;
  ChannelBytes& c = program.channel;
  const auto sample = [&](Ns at, SampledState state) {
    c.sample(at, {.tid = kMain, .stack = program.in_main, .state = state});
  };
  sample(100'000, SampledState::Running);
  c.thread_switch(103'000, kMain, SwitchKind::Blocked);
  c.thread_switch(105'000, kMain, SwitchKind::In);
  sample(110'000, SampledState::Running);
  c.switch_gap(115'000, 145'000);
  sample(120'000, SampledState::Waiting);
  // On a CPU that is still watched: whether it is the last one before the next, nobody knows.
  c.thread_switch(122'000, kMain, SwitchKind::In);
  sample(130'000, SampledState::Waiting);
  sample(140'000, SampledState::Running);
  c.thread_switch(147'000, kMain, SwitchKind::Blocked);
  sample(150'000, SampledState::Waiting);
  c.thread_switch(155'000, kMain, SwitchKind::In);
  sample(160'000, SampledState::Running);
  sample(170'000, SampledState::Ended);
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"running", 100'000, 103'000, 0},
                                             {"waiting", 103'000, 105'000, 0},
                                             {"running", 105'000, 120'000, 0},
                                             {"waiting", 120'000, 140'000, 0},
                                             {"running", 140'000, 147'000, 0},
                                             {"waiting", 147'000, 155'000, 0},
                                             {"running", 155'000, 170'000, 0}});
  CHECK(loaded.trace().report.issues.empty());
}

TEST_CASE("what the kernel told late of a thread that has ended does not bring it back") {
  Program program;
  ChannelBytes& c = program.channel;
  const std::uint32_t stack = c.native_stack({kAdd, kBinding, kEval});
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.thread_switch(100'000, kMain, SwitchKind::In);
  c.sample(110'000, {.tid = kMain, .state = SampledState::Ended});
  c.thread_switch(108'000, kMain, SwitchKind::Blocked);
  c.native_sample(105'000, kMain, stack, kPeriodUs);
  const Loaded loaded(program.file());
  CHECK(loaded.states() == std::vector<Seen>{{"running", 100'000, 110'000, 0}});
  // A sample of code before the end is shown all the same.
  REQUIRE(loaded.functions().size() == 4);
  CHECK(loaded.functions().back() == Seen{std::string(kAdd), 105'000, 108'000, 3});
}

TEST_CASE("native stacks and switches with broken numbers and times do no harm") {
  Program program;
  ChannelBytes& c = program.channel;
  const std::uint32_t known = c.native_stack({kAdd});
  c.add(wire::RecordType::NativeStack, 0, wire::NativeStackRecord{});
  c.add(wire::RecordType::NativeStack, UINT32_MAX, wire::NativeStackRecord{});
  wire::NativeStackRecord unnamed{};
  unnamed.count = UINT32_MAX;
  c.add(wire::RecordType::NativeStack, known + 1, unnamed, std::string(8, '\xFF'));
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  for (const std::uint32_t stack : {0U, known, known + 1, 999U, UINT32_MAX}) {
    for (const Ns at : {Ns{105'000}, Ns{104'000}, INT64_MIN, INT64_MAX, Ns{0}})
      c.native_sample(at, kMain, stack, UINT32_MAX);
  }
  for (const std::uint32_t kind : {0U, 1U, 2U, 3U, 4U, UINT32_MAX}) {
    for (const Ns at : {Ns{105'000}, Ns{104'000}, INT64_MIN, INT64_MAX, Ns{0}})
      c.thread_switch(at, kOther, SwitchKind{kind});
  }
  c.sample(110'000, {.tid = kMain, .stack = program.in_main});
  const Loaded loaded(program.file());
  CHECK(issues(loaded.trace(), "broken_record") > 0);
  CHECK(loaded.trace().report.kept + loaded.trace().report.listed == loaded.trace().counts.total);
}

TEST_CASE("a recording with native stacks that is cut anywhere opens") {
  const std::string whole = native_program();
  for (std::size_t bytes = sizeof(wire::FileHeader); bytes < whole.size(); ++bytes) {
    CAPTURE(bytes);
    const Loaded loaded(whole.substr(0, bytes));
    CHECK_FALSE(loaded.trace().report.complete);
  }
}

TEST_CASE("native stacks that were converted to JSON open with the same slices") {
  Program program;
  ChannelBytes& c = program.channel;
  // Everything begins and ends together; the names would put it the other way round.
  const std::uint32_t stack = c.native_stack({"a (liba.so)", "z (libz.so)", kEval, kStart});
  c.sample(100'000, {.tid = kMain, .stack = program.in_main});
  c.native_sample(100'000, kMain, stack, kPeriodUs);
  c.sample(110'000, {.tid = kMain, .state = SampledState::Ended});
  const Loaded first(program.file());
  REQUIRE(first.functions().size() == 4);
  CHECK(first.functions().back() == Seen{"a (liba.so)", 100'000, 110'000, 3});
  std::string text;
  REQUIRE(write_trace(first.trace(), {}, [&](std::string_view piece) {
    text += piece;
    return true;
  }));
  const auto second = load_trace(first.folder.write("again.json", text));
  REQUIRE(second.ok());
  const Snapshot &a = first.trace(), &b = *second.value().snapshot;
  CHECK(seen(b, kMain, TrackKind::ThreadSamples, b.extent.begin_ns) ==
        seen(a, kMain, TrackKind::ThreadSamples, a.extent.begin_ns));
}
