// Comparisons of real runs, with the numbers that other tools published where there are any.
#include <map>

#include <doctest/doctest.h>

#include "core/compare/gates.h"
#include "core/compare/host_names.h"
#include "core/compare/partners.h"
#include "core/compare/run_diff.h"
#include "core/view/results/diff_text.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

struct RunPair {
  LoadedTrace a, b;

  [[nodiscard]] RunDiff diff(PartLevel level) const {
    const AnalysisResults of_a(*a.snapshot, whole_window(), event_reader(a));
    const AnalysisResults of_b(*b.snapshot, whole_window(), event_reader(b));
    auto runs = align_runs(*a.snapshot, *b.snapshot);
    REQUIRE(runs.ok());
    return diff_runs(of_a, of_b, std::move(runs).value(), level);
  }
};

RunPair run_pair(std::string_view a, std::string_view b) {
  return {loaded_trace(a), loaded_trace(b)};
}

void check_that_it_adds_up(const RunDiff& diff) {
  double sum = 0;
  for (const DiffRow& row : diff.rows) sum += row.delta_ns();
  for (const MetricDiff& metric : diff.classes) sum += metric.delta();
  CHECK(sum == doctest::Approx(diff.step.delta()).epsilon(1e-9));
}

constexpr std::array kLevels = {PartLevel::Kernel, PartLevel::Op, PartLevel::Module};
constexpr const char* kWorkers0 = "kineto2021-resnet50-v100-workers0.json.gz";
constexpr const char* kWorkers4 = "kineto2021-resnet50-v100-workers4.json.gz";

}  // namespace

TEST_CASE("two recordings of the same program do not differ") {
  const auto runs = run_pair("references/tb-resnet50-workers4-v100-again.json.gz", kWorkers4);
  const RunDiff diff = runs.diff(PartLevel::Kernel);
  check_that_it_adds_up(diff);
  CHECK(diff.step.a == 139'692'000);
  CHECK(diff.step.b == 142'754'000);
  CHECK(*diff.step.p == doctest::Approx(0.913).epsilon(0.001));
  CHECK(diff.labelings == 924);
  CHECK(diff.tested == 65);
  CHECK(diff.significant_rows() == 0);
  CHECK_FALSE(diff.step.significant);
  CHECK(diff_sentence(diff).starts_with("Not significant"));
}

TEST_CASE("workers that load data are what makes the other run faster") {
  const auto runs = run_pair(kWorkers0, kWorkers4);
  const RunDiff faster = runs.diff(PartLevel::Kernel);
  check_that_it_adds_up(faster);
  const auto causes = causes_of(faster);
  REQUIRE_FALSE(causes.empty());
  CHECK(causes[0].idle);
  CHECK(causes[0].name == "data loading");
  const RunPair back{runs.b, runs.a};
  const RunDiff slower = back.diff(PartLevel::Kernel);
  // The steps themselves vary too much: two of the second run's take half as long again.
  CHECK_FALSE(faster.step.significant);
  CHECK(diff_sentence(faster).find("data loading (idle) −34.69 ms") != std::string::npos);
  const Gate gate = parse_gate("idle.data_loading=3%").value();
  CHECK(judge_gate(gate, {faster, faster}).state == GateState::Passed);
  CHECK(judge_gate(gate, {slower, slower}).state == GateState::Failed);
}

TEST_CASE("the operators of a pair are the same, added and removed as in HolisticTraceAnalysis") {
  const auto runs = run_pair("references/hta-trace-compare-base.json.gz",
                             "references/hta-trace-compare-test.json.gz");
  const auto step = align_runs(*runs.a.snapshot, *runs.b.snapshot, {"", 1010});
  REQUIRE(step.ok());
  const auto host = host_ranges(*runs.a.snapshot, step.value().a);
  REQUIRE(host.size() == 1);
  CHECK(host[0].length_ns() == 122'149'000);
  std::map<DiffStatus, int> counts;
  std::map<std::string, DiffStatus> status;
  for (const HostNameDiff& row :
       compare_host_names(*runs.a.snapshot, *runs.b.snapshot, step.value())) {
    ++counts[row.status];
    status[row.name] = row.status;
  }
  CHECK(counts[DiffStatus::Same] == 5);
  CHECK(counts[DiffStatus::Added] == 3);
  CHECK(counts[DiffStatus::Removed] == 1);
  CHECK(status["AddmmBackward0"] == DiffStatus::Added);
  CHECK(status["All2All_Pooled_Req"] == DiffStatus::Added);
  CHECK(status["CatBackward0"] == DiffStatus::Added);
  CHECK(status["nccl:all_reduce"] == DiffStatus::Removed);
}

TEST_CASE("every trace compared with itself is the same, and its parts add up") {
  const auto folder = corpus_folder();
  for (const CorpusTrace& one : corpus_traces(folder)) {
    const auto runs = run_pair(one.trace.string(), one.trace.string());
    CAPTURE(one.trace.filename().string());
    if (!align_runs(*runs.a.snapshot, *runs.b.snapshot).ok()) continue;
    for (const PartLevel level : kLevels) {
      const RunDiff diff = runs.diff(level);
      CHECK(diff.step.delta() == 0);
      CHECK(diff.significant_rows() == 0);
      double all = 0;
      for (const DiffRow& row : diff.rows) {
        CHECK(row.status == DiffStatus::Same);
        CHECK(row.delta_ns() == 0);
        all += row.wall_a_ns;
      }
      for (const MetricDiff& metric : diff.classes) all += metric.a;
      CHECK(all == doctest::Approx(diff.step.a).epsilon(1e-9));
    }
  }
}

TEST_CASE("every event of a trace has itself as its partner") {
  const auto folder = corpus_folder();
  for (const CorpusTrace& one : corpus_traces(folder)) {
    const auto loaded = loaded_trace(one.trace.string());
    const Snapshot& trace = *loaded.snapshot;
    CAPTURE(one.trace.filename().string());
    const auto runs = align_runs(trace, trace);
    if (!runs.ok()) continue;
    const Partners partners = find_partners(trace, trace, runs.value());
    CHECK(partners.pairs == trace.slice_count);
    std::uint32_t others = 0;
    for (std::uint32_t i = 0; i < trace.slice_count; ++i) {
      others += partners.in_b(EventId{i}) == EventId{i} ? 0 : 1;
    }
    CHECK(others == 0);
  }
}

TEST_CASE("most events of two recordings of one program are partners") {
  const auto runs = run_pair("references/tb-resnet50-workers4-v100-again.json.gz", kWorkers4);
  const auto aligned = align_runs(*runs.a.snapshot, *runs.b.snapshot);
  REQUIRE(aligned.ok());
  const Partners partners = find_partners(*runs.a.snapshot, *runs.b.snapshot, aligned.value());
  CHECK(partners.pairs > 99 * (partners.pairs + partners.only_a) / 100);
}

TEST_CASE("runs of other GPUs and other programs are compared and add up") {
  for (const auto& [a, b] :
       {std::pair{"qwen05b-h100-stacks-memory.json.gz", "qwen05b-mi300-stacks-memory.json.gz"},
        std::pair{"moe-b200-cuda13-ref.json.gz", "moe-b200-cuda13-syncless.json.gz"},
        std::pair{"cpu-only-gloo-fwdbwd.json.gz", "ns-nccl-v100.json.gz"}}) {
    const auto runs = run_pair(a, b);
    CAPTURE(a);
    for (const PartLevel level : kLevels) check_that_it_adds_up(runs.diff(level));
  }
}
