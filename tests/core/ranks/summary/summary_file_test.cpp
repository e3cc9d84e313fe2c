#include "core/ranks/summary/summary_file.h"

#include <random>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/base/bytes/crc32c.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/rank_set.h"
#include "tests/core/ranks/summary/made_summary.h"

using namespace lanescope;

namespace {

const RankSummary& small_summary() {
  static const RankSummary summary = MadeRank(rank_of_usual_set(3, 3)).summary();
  return summary;
}

std::string message_of(std::string_view bytes) {
  const auto read = parse_summary(bytes);
  return read.ok() ? "" : read.error().message;
}

/// The same file with its checksum as if it had been written like that.
std::string signed_again(std::string bytes) {
  const std::uint32_t sum = crc32c(std::as_bytes(std::span(bytes).subspan(12)));
  for (std::size_t i = 0; i < 4; ++i) bytes[8 + i] = static_cast<char>(sum >> (8 * i));
  return bytes;
}

/// Kernels and collectives of lengths that repeat nowhere, as real ones do not.
std::string large_rank(int steps, int collectives) {
  std::mt19937 random(7);
  const auto any = [&](double least, double most) {
    return std::uniform_real_distribution(least, most)(random);
  };
  std::string events;
  int correlation = 0;
  const auto add = [&](const char* cat, const std::string& name, int pid, int tid, double ts,
                       double dur, const std::string& args) {
    events += fmt::format(
        R"({}{{"ph": "X", "cat": "{}", "name": "{}", "pid": {}, "tid": {}, "ts": {:.3f}, "dur": {:.3f}, "args": {{{}}}}})",
        events.empty() ? "" : ",\n", cat, name, pid, tid, ts, dur, args);
  };
  const auto launch = [&](const std::string& op, const std::string& kernel, int stream, double ts,
                          double dur, const std::string& args) {
    ++correlation;
    add("cpu_op", op, 1, 1, ts - 12 + any(0, 1), 10, "");
    add("cuda_runtime", "cudaLaunchKernel", 1, 1, ts - 8 + any(0, 1), 3,
        fmt::format("\"correlation\": {}", correlation));
    add("kernel", kernel, 0, stream, ts, dur,
        fmt::format("\"device\": 0, \"stream\": {}, \"correlation\": {}{}", stream, correlation,
                    args));
  };
  double now = 1000;
  int sequence = 0;
  for (int step = 0; step < steps; ++step) {
    const double begin = now;
    for (int i = 0; i < collectives; ++i) {
      for (int kernel = 0; kernel < 8; ++kernel) {
        const double length = any(3, 40);
        launch(fmt::format("aten::op{}", random() % 40), fmt::format("kernel{}", random() % 60), 7,
               now, length, "");
        now += length + any(0.5, 15);
      }
      const double length = any(20, 300);
      launch("c10d::allreduce_", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm*)", 20, now,
             length,
             fmt::format(R"(, "Collective name": "allreduce", "dtype": "Float", "Group size": 64, )"
                         R"("In msg nelems": {}, "Process Group Name": "{}", "Seq": {})",
                         1000 * (1 + random() % 3), random() % 3, ++sequence));
      launch(fmt::format("aten::op{}", random() % 40), "kernel0", 7, now, any(3, 20), "");
      now += length + any(1, 20);
    }
    add("user_annotation", fmt::format("ProfilerStep#{}", step), 1, 1, begin, now - begin, "");
  }
  return "{\"distributedInfo\": {\"rank\": 3},\n\"traceEvents\": [\n" + events + "\n]}";
}

}  // namespace

TEST_CASE("a summary is read as it was written") {
  const TempFolder folder;
  const std::string path = folder.path() + "/x.rank";
  const RankSummary& summary = small_summary();
  REQUIRE_FALSE(write_summary(path, summary));
  CHECK(is_summary(path));
  const auto read = read_summary(path);
  REQUIRE(read.ok());
  const RankSummary& again = read.value();
  // All of it: it would be written to the same bytes.
  CHECK(summary_bytes(again) == summary_bytes(summary));
  CHECK(again.source.file == summary.source.file);
  CHECK(again.claim.rank == 3);
  REQUIRE(again.steps.size() == 3);
  CHECK(again.steps[2].range == summary.steps[2].range);
  CHECK(again.steps[2].idle_ns == summary.steps[2].idle_ns);
  REQUIRE(again.collectives.collectives.size() == summary.collectives.collectives.size());
  const RankCollective& one = again.collectives.collectives.back();
  const RankCollective& same = summary.collectives.collectives.back();
  CHECK(one.range == same.range);
  CHECK(one.index == same.index);
  CHECK(one.event == same.event);
  CHECK(one.step == same.step);
  CHECK(again.times.ns == summary.times.ns);
  CHECK(again.report.kept == summary.report.kept);
}

TEST_CASE("nothing of a summary whose memory is taken is in the next one") {
  const TempFolder folder;
  const std::string path = folder.path() + "/x.rank";
  REQUIRE_FALSE(write_summary(path, small_summary()));
  SummaryReuse memory;
  memory.steps.resize(100);
  for (StepFacts& step : memory.steps) {
    step.name = "of another rank";
    step.peak_bytes = 1;
    step.idle_ns.fill(1);
  }
  const StepFacts* const place = memory.steps.data();
  const auto read = read_summary(path, SummaryParts::All, memory);
  REQUIRE(read.ok());
  CHECK(summary_bytes(read.value()) == summary_bytes(small_summary()));
  CHECK(read.value().steps.data() == place);
}

TEST_CASE("a damaged or longer file leaves nothing in the memory that the next one is read into") {
  const TempFolder folder;
  const std::string path = folder.path() + "/x.rank", other = folder.path() + "/y.rank";
  REQUIRE_FALSE(write_summary(path, small_summary()));
  SummaryReuse memory;
  RankSummary longer = small_summary();
  for (int i = 0; i < 2'000; ++i) longer.metadata.emplace_back("key", "of another rank");
  REQUIRE_FALSE(write_summary(other, longer));
  REQUIRE(read_summary(other, SummaryParts::All, memory).ok());
  CHECK(summary_bytes(read_summary(path, SummaryParts::All, memory).value()) ==
        summary_bytes(small_summary()));
  std::string cut = summary_bytes(longer);
  cut.resize(cut.size() / 2);
  REQUIRE_FALSE(replace_file(other, cut));
  CHECK_FALSE(read_summary(other, SummaryParts::All, memory).ok());
  CHECK(summary_bytes(read_summary(path, SummaryParts::All, memory).value()) ==
        summary_bytes(small_summary()));
  CHECK_FALSE(read_summary(folder.path() + "/none.rank", SummaryParts::All, memory).ok());
}

TEST_CASE("a damaged summary leaves the memory of its steps for the next one") {
  const TempFolder folder;
  const std::string path = folder.path() + "/x.rank", other = folder.path() + "/y.rank";
  REQUIRE_FALSE(write_summary(path, small_summary()));
  RankSummary refers_to_nothing = small_summary();
  refers_to_nothing.collectives.collectives[0].group = 7;
  REQUIRE_FALSE(write_summary(other, refers_to_nothing));
  SummaryReuse memory;
  memory.steps.resize(100);
  const StepFacts* const place = memory.steps.data();
  CHECK_FALSE(read_summary(other, SummaryParts::All, memory).ok());
  const auto read = read_summary(path, SummaryParts::All, memory);
  REQUIRE(read.ok());
  CHECK(read.value().steps.data() == place);
  CHECK(summary_bytes(read.value()) == summary_bytes(small_summary()));
}

TEST_CASE("of a summary, the collectives can be read alone, as they are in all of it") {
  const std::string bytes = summary_bytes(small_summary());
  const auto all = parse_summary(bytes), few = parse_summary(bytes, SummaryParts::Collectives);
  REQUIRE(all.ok());
  REQUIRE(few.ok());
  RankSummary expected = all.value();
  CHECK_FALSE(expected.activity.devices.empty());
  expected.activity = {};
  expected.findings = {};
  expected.kernels = {};
  expected.gpu_ns = 0;
  expected.ops = {};
  expected.memory = {};
  CHECK(summary_bytes(few.value()) == summary_bytes(expected));
}

TEST_CASE("a summary tells whether its trace is truncated or damaged") {
  RankSummary summary = small_summary();
  REQUIRE(fault_of(summary) == TraceFault::None);
  for (const bool damaged : {false, true}) {
    CAPTURE(damaged);
    summary.report.complete = false;
    summary.report.damaged = damaged;
    const std::string bytes = summary_bytes(summary);
    for (const SummaryParts parts : {SummaryParts::All, SummaryParts::Collectives}) {
      const auto read = parse_summary(bytes, parts);
      REQUIRE(read.ok());
      CHECK(read.value().report.damaged == damaged);
      CHECK(fault_text(fault_of(read.value())) == (damaged ? "damaged" : "truncated"));
    }
  }
}

TEST_CASE("a summary of an earlier version is read, and what it does not tell is left open") {
  RankSummary summary = small_summary();
  summary.report.complete = false;
  summary.report.damaged = true;
  summary.tells_damage = false;  // so that it is written as it was then
  const std::string bytes = summary_bytes(summary);
  const auto read = parse_summary(bytes);
  REQUIRE(read.ok());
  CHECK_FALSE(read.value().report.damaged);
  CHECK(fault_text(fault_of(read.value())) == "truncated or damaged");
  CHECK(read.value().steps.size() == summary.steps.size());
  CHECK(summary_bytes(read.value()) == bytes);
  summary.report.complete = true;
  const auto whole = parse_summary(summary_bytes(summary));
  REQUIRE(whole.ok());
  CHECK(fault_of(whole.value()) == TraceFault::None);
}

TEST_CASE("an empty summary is one too") {
  const auto read = parse_summary(summary_bytes({}));
  REQUIRE(read.ok());
  CHECK(read.value().steps.empty());
  CHECK_FALSE(read.value().claim.rank);
}

TEST_CASE("a summary that would be too large is without activity, and has the rest") {
  const RankSummary& summary = small_summary();
  const auto read = parse_summary(summary_bytes(summary, 1000));
  REQUIRE(read.ok());
  CHECK(read.value().activity.devices.empty());
  CHECK(read.value().collectives.collectives.size() == summary.collectives.collectives.size());
  RunFacts facts = facts_of(read.value());
  facts.take(facts_of(MadeRank(rank_of_usual_set(0, 3)).summary()));
  const RunAnalysis run = compare_ranks(facts);
  REQUIRE(run.stragglers.worst() != nullptr);
  CHECK(run.stragglers.worst()->rank == 3);
}

TEST_CASE("other files are not taken for summaries") {
  const std::string not_one =
      "is not the summary of a rank; `lanescope summarize TRACE` writes one";
  CHECK(message_of("") == not_one);
  CHECK(message_of("{\"traceEvents\": []}") == not_one);
  CHECK(message_of(summary_bytes({}).substr(0, 7)) == not_one);
  const TempFolder folder;
  CHECK_FALSE(is_summary(folder.write("a.rank", "{}")));
  CHECK_FALSE(is_summary(folder.path()));
  CHECK_FALSE(is_summary(folder.path() + "/none.rank"));
}

TEST_CASE("a summary that was cut off anywhere is truncated") {
  const std::string bytes = summary_bytes(small_summary());
  for (std::size_t size = 8; size < bytes.size(); ++size) {
    CAPTURE(size);
    REQUIRE(message_of(std::string_view(bytes).substr(0, size)) ==
            "is damaged: it is truncated; summarize the trace again");
  }
  CHECK(message_of(bytes + "x") ==
        "is damaged: there is more after its end; summarize the trace again");
}

TEST_CASE("a summary with one wrong byte is damaged, wherever it is") {
  const std::string bytes = summary_bytes(small_summary());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    CAPTURE(i);
    std::string wrong = bytes;
    wrong[i] = static_cast<char>(wrong[i] ^ 0x10);
    const auto read = parse_summary(wrong);
    REQUIRE_FALSE(read.ok());
    CHECK(read.error().message.find('\n') == std::string::npos);
  }
}

TEST_CASE("a summary by a later program says so") {
  std::string bytes = summary_bytes(small_summary());
  bytes[12] = 2;
  const auto read = parse_summary(signed_again(bytes));
  REQUIRE_FALSE(read.ok());
  CHECK(read.error().kind == Error::Kind::Unsupported);
  CHECK(read.error().message == "is of version 2, this program reads version 1; update Lanescope");
}

TEST_CASE("sizes that the content contradicts are damage, and take no memory") {
  const std::string bytes = summary_bytes(small_summary());
  std::string huge = bytes;
  huge[16 + 6] = 0x7F;
  CHECK(message_of(signed_again(huge)) == "is damaged: it is too large; summarize the trace again");
  std::string less = bytes;
  less[16] = static_cast<char>(less[16] ^ 1);
  CHECK(message_of(signed_again(less)) ==
        "is damaged: it cannot be decompressed; summarize the trace again");
}

TEST_CASE("a summary that refers to what it does not have is damaged") {
  const std::string refers =
      "is damaged: it refers to what it does not contain; summarize the "
      "trace again";
  const auto broken = [](const auto& breaks) {
    RankSummary summary = small_summary();
    breaks(summary);
    return message_of(summary_bytes(summary));
  };
  CHECK(broken([](RankSummary& s) { s.collectives.collectives[0].group = 7; }) == refers);
  CHECK(broken([](RankSummary& s) { s.collectives.collectives[0].kind = 7; }) == refers);
  CHECK(broken([](RankSummary& s) { s.collectives.collectives[0].step = 99; }) == refers);
  CHECK(broken([](RankSummary& s) {
          std::swap(s.collectives.collectives.front(), s.collectives.collectives.back());
        }) == refers);
  CHECK(broken([](RankSummary& s) { s.activity.devices[0].parts[0].name = 10'000; }) == refers);
  CHECK(broken([](RankSummary& s) { s.activity.devices[0].parts[0].term = 14; }) == refers);
  CHECK(broken([](RankSummary& s) { s.activity.devices[0].works.back().segment = 1U << 30U; }) ==
        refers);
  CHECK(broken([](RankSummary& s) { s.activity.devices[0].works[0].count = -1; }) == refers);
  CHECK(broken([](RankSummary& s) { s.activity.devices[0].cuts[1] = INT64_MIN; }) == refers);
}

TEST_CASE("columns that were changed on purpose are read without harm") {
  // Whatever they say: either it is damage, or ranks can be compared with it.
  const RankSummary& summary = small_summary();
  std::mt19937 random(3);
  std::size_t read = 0;
  for (int i = 0; i < 300; ++i) {
    RankSummary changed = summary;
    auto& all = changed.collectives.collectives;
    RankCollective& one = all[random() % all.size()];
    const auto any = static_cast<std::int64_t>((std::uint64_t{random()} << 32U) ^ random());
    switch (random() % 6) {
      case 0:
        one.range.end_ns = any;
        break;
      case 1:
        one.index = any;
        break;
      case 2:
        one.bytes = any;
        break;
      case 3:
        changed.collectives.base_ns = any;
        break;
      case 4:
        changed.times.ns[random() % kRankTimes] = any;
        break;
      default:
        changed.collectives.extent.begin_ns = any;
    }
    const auto parsed = parse_summary(summary_bytes(changed));
    if (!parsed.ok()) continue;
    ++read;
    RunFacts facts = facts_of(parsed.value());
    facts.take(facts_of(summary));
    (void)compare_ranks(facts);
  }
  CHECK(read > 100);
}

TEST_CASE("20 steps of 200 collectives take at most 400 KB") {
  const RankSummary summary = MadeRank(large_rank(20, 200)).summary();
  CHECK(summary.steps.size() == 20);
  CHECK(summary.collectives.collectives.size() == 4000);
  const std::string bytes = summary_bytes(summary);
  CHECK(bytes.size() < 400'000);
  CHECK(parse_summary(bytes).ok());
}
