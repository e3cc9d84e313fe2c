#include "core/view/flame/diff.h"

#include <doctest/doctest.h>

#include "core/view/colors/role_palette.h"
#include "tests/core/analysis/flame/flame_drawing.h"

namespace lanescope {
namespace {

std::string op(const std::string& name, const std::string& ts, const std::string& dur) {
  return slice("cpu_op", name, ts, dur);
}

RunSamples samples(std::initializer_list<std::pair<Ns, Ns>> steps_us) {
  RunSamples all;
  all.by = AlignBy::Annotation;
  for (const auto& [begin, end] : steps_us)
    all.samples.push_back({StringId::Empty, EventId::None, {begin * 1000, end * 1000}});
  return all;
}

struct TwoFlames {
  HandMadeTrace a, b;
  FlameDiff diff;

  TwoFlames(const std::vector<std::string>& events_a, RunSamples steps_a,
            const std::vector<std::string>& events_b, RunSamples steps_b,
            const FlameQuery& query = {})
      : a(events_a), b(events_b) {
    auto pair = std::make_shared<AlignedPair>();
    pair->a = a.snapshot;
    pair->b = b.snapshot;
    pair->runs = {std::move(steps_a), std::move(steps_b)};
    diff = build_flame_diff(pair, query);
  }

  [[nodiscard]] std::uint32_t node(RunSide side, std::string_view name) const {
    const FlameTree& tree = diff.of(side).tree;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
      if (flame_name(side == RunSide::A ? *a : *b, tree.nodes[i]) == name) return i;
    }
    FAIL("no frame ", name);
    return 0;
  }
  void check(RunSide side, std::string_view name, double a_ns, double b_ns) const {
    const FlameDiff::Amounts amounts = diff.amounts(side, node(side, name));
    CHECK(amounts.a == doctest::Approx(a_ns));
    CHECK(amounts.b == doctest::Approx(b_ns));
  }
};

/// A: two steps of 100 µs, in which train has 80 µs and mm 20 and 40 of them; then what is no step.
/// B: one step, in which train has 90 µs, mm 40 and relu 10 of them.
TwoFlames hand_made() {
  return {{op("train", "0", "80"), op("mm", "10", "20"), op("train", "100", "80"),
           op("mm", "110", "40"), op("train", "300", "90")},
          samples({{0, 100}, {100, 200}}),
          {op("train", "0", "90"), op("mm", "10", "40"), op("relu", "50", "10")},
          samples({{0, 100}})};
}

}  // namespace

TEST_CASE("frames of both runs are compared by what they hold in a step") {
  const TwoFlames two = hand_made();
  two.check(RunSide::B, "all", 80'000, 90'000);
  two.check(RunSide::B, "train", 80'000, 90'000);
  two.check(RunSide::B, "mm", 30'000, 40'000);  // (20 + 40) / 2
  two.check(RunSide::B, "relu", 0, 10'000);
  two.check(RunSide::A, "mm", 30'000, 40'000);
  CHECK(two.diff.largest == doctest::Approx(10'000));
  CHECK_FALSE(two.diff.of(RunSide::B).twin[two.node(RunSide::B, "relu")]);
  CHECK(drawn(*two.a, two.diff.of(RunSide::A).tree) == "all 160000 { train 160000 { mm 60000 } }");
}

TEST_CASE("colours say what grew and what shrank") {
  const TwoFlames two = hand_made();
  CHECK(two.diff.shade(RunSide::B, two.node(RunSide::B, "relu")) == 2 * DiffPalette::kSteps);
  const TwoFlames less({op("a", "0", "50"), op("b", "60", "20")}, samples({{0, 100}}),
                       {op("a", "0", "10"), op("b", "60", "20")}, samples({{0, 100}}));
  CHECK(less.diff.shade(RunSide::B, less.node(RunSide::B, "a")) == 0);
  CHECK(less.diff.shade(RunSide::B, less.node(RunSide::B, "b")) == DiffPalette::kSame);
  // Nothing changed: no frame stands out.
  const std::vector<std::string> events{op("a", "0", "50")};
  const TwoFlames same(events, samples({{0, 100}}), events, samples({{0, 100}}));
  CHECK(same.diff.shade(RunSide::A, 0) == DiffPalette::kSame);
}

TEST_CASE("what B lacks is seen in the frames of A") {
  const TwoFlames two({op("train", "0", "90"), op("gone", "10", "30")}, samples({{0, 100}}),
                      {op("train", "0", "60")}, samples({{0, 100}}));
  two.check(RunSide::A, "gone", 30'000, 0);
  CHECK(two.diff.shade(RunSide::A, two.node(RunSide::A, "gone")) == 0);
  const FlameHover hover = flame_diff_hover(two.diff, RunSide::A, two.node(RunSide::A, "gone"));
  CHECK(hover.facts[0] ==
        std::pair<std::string, std::string>("CPU time per step in A", "30.00 µs"));
  CHECK(hover.facts[1] == std::pair<std::string, std::string>("in B", "not present"));
  CHECK(hover.facts[2] == std::pair<std::string, std::string>("Change", "−30.00 µs"));
}

TEST_CASE("the change of a frame is a share of the whole change") {
  const TwoFlames two = hand_made();
  const FlameHover hover = flame_diff_hover(two.diff, RunSide::B, two.node(RunSide::B, "mm"));
  CHECK(hover.title == "mm");
  CHECK(hover.facts[2] == std::pair<std::string, std::string>("Change", "+10.00 µs  (+33.3 %)"));
  CHECK(hover.facts[3] == std::pair<std::string, std::string>("% of total change", "100.0 %"));
}

TEST_CASE("frames are the same where only what differs from build to build does") {
  const auto python = [](const std::string& name) {
    return slice("python_function", name, "0", "50");
  };
  const TwoFlames two(
      {python("train.py(41): step"), op("void k<4>(int)", "10", "20")}, samples({{0, 100}}),
      {python("train.py(57): step"), op("void k<8>(int)", "10", "30")}, samples({{0, 100}}));
  two.check(RunSide::B, "train.py(57): step", 50'000, 50'000);
  two.check(RunSide::B, "void k<8>(int)", 20'000, 30'000);
  const FlameHover hover =
      flame_diff_hover(two.diff, RunSide::B, two.node(RunSide::B, "void k<8>(int)"));
  CHECK(hover.facts.back() == std::pair<std::string, std::string>("Name in A", "void k<4>(int)"));
}

TEST_CASE("GPU work counts in the step that launched it, whenever it runs") {
  const auto launched = [](const std::string& ts, const std::string& id, const std::string& start,
                           const std::string& dur) {
    return std::vector<std::string>{
        op("mm", ts, "8"),
        slice("cuda_runtime", "cudaLaunchKernel", ts, "4", R"("correlation": )" + id),
        gpu_slice("kernel", "gemm", start, dur, R"("correlation": )" + id)};
  };
  std::vector<std::string> a = launched("10", "1", "150", "30");             // of the first step
  const std::vector<std::string> other = launched("210", "2", "215", "70");  // of none
  a.insert(a.end(), other.begin(), other.end());
  const TwoFlames two(a, samples({{0, 100}}), launched("10", "1", "20", "45"), samples({{0, 100}}),
                      {.weight = FlameWeight::GpuTime});
  two.check(RunSide::A, "gemm", 30'000, 45'000);
}

TEST_CASE("samples are drawn first where neither run has anything else") {
  const auto run = [](bool with_op) {
    std::vector<std::string> events{slice("python_sample", "train.py(3): main", "0", "100"),
                                    slice("thread_state", "running", "0", "100")};
    if (with_op) events.push_back(op("aten::mm", "0", "50"));
    return events;
  };
  const TwoFlames sampled(run(false), samples({{0, 100}}), run(false), samples({{0, 100}}));
  CHECK(first_stack(*sampled.diff.pair) == FlameStack::Samples);
  const TwoFlames mixed(run(false), samples({{0, 100}}), run(true), samples({{0, 100}}));
  CHECK(first_stack(*mixed.diff.pair) == FlameStack::Mixed);
}

TEST_CASE("amounts that are of whole recordings are not called those of a step") {
  AlignedPair pair;
  pair.runs.a.by = AlignBy::Steps;
  CHECK(per_sample(pair) == " per step");
  pair.runs.a.by = AlignBy::Start;
  CHECK(per_sample(pair).empty());
}

TEST_CASE("amounts are signed in the unit of their weight") {
  CHECK(signed_flame_weight(FlameWeight::GpuTime, 1'204'000) == "+1.204 ms");
  CHECK(signed_flame_weight(FlameWeight::Bytes, -2 * 1024 * 1024) == "−2.000 MiB");
  CHECK(signed_flame_weight(FlameWeight::Launches, 1.5) == "+1.5");
  CHECK(signed_flame_weight(FlameWeight::CpuTime, 0.2) == "±0");
}

}  // namespace lanescope
