// Threads whose slices nest are summed in a shorter way than those with slices that cross.
#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/analysis/ops/ops.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

/// Operators, some of them recursive, host calls and annotations, all in each other.
class Nest {
 public:
  explicit Nest(unsigned seed) : random_(seed) {}

  std::vector<std::string> write(int until) {
    fill(0, until, 0);
    return std::move(slices_);
  }

 private:
  int up_to(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }

  void fill(int begin, int end, int depth) {
    constexpr std::array<std::array<const char*, 2>, 6> kEvents = {
        {{"cpu_op", "aten::a"},
         {"cpu_op", "aten::b"},
         {"cuda_runtime", "cudaLaunchKernel"},
         {"user_annotation", "outer"},
         {"user_annotation", "inner"},
         {"python_function", "model.py(1): forward"}}};
    for (int at = begin + up_to(3); at < end && depth < 7;) {
      const int length = up_to(depth == 0 ? 200 : (end - at) * 2 / 3);
      const auto& [category, name] = kEvents.at(static_cast<std::size_t>(up_to(5)));
      const int last = std::min(end, at + length);
      slices_.push_back(slice(category, name, std::to_string(at), std::to_string(last - at)));
      fill(at, last, depth + 1);
      at = last + up_to(4);
    }
  }

  std::mt19937 random_;
  std::vector<std::string> slices_;
};

void check_same(const OpRow& a, const OpRow& b) {
  CHECK(a.count == b.count);
  CHECK(a.calls == b.calls);
  CHECK(a.self_cpu_ns == b.self_cpu_ns);
  CHECK(a.self_cpu_no_runtime_ns == b.self_cpu_no_runtime_ns);
  CHECK(a.total_cpu_ns == b.total_cpu_ns);
  CHECK(a.sum_cpu_ns == b.sum_cpu_ns);
}

}  // namespace

TEST_CASE("operators that cross elsewhere on the thread change no other row") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::vector<std::string> slices = Nest(seed).write(2'000);
    const HandMadeTrace nested(slices);
    slices.push_back(slice("cpu_op", "first that crosses", "3000", "10"));
    slices.push_back(slice("cpu_op", "second that crosses", "3005", "10"));
    const HandMadeTrace crossing(slices);
    for (const AnalysisWindow& window : {whole_window(), range_window({300'000, 1'200'000})}) {
      CAPTURE(seed);
      CAPTURE(window_kind_name(window.kind));
      const OpTable plain = ops_by_group(*nested, window);
      const OpTable other = ops_by_group(*crossing, window);
      CHECK_FALSE(plain.rows.empty());
      for (const OpRow& row : plain.rows) {
        CAPTURE(nested->text(row.name));
        const auto same = std::ranges::find_if(other.rows, [&](const OpRow& one) {
          return crossing->text(one.name) == nested->text(row.name) &&
                 one.user_annotation == row.user_annotation;
        });
        REQUIRE(same != other.rows.end());
        check_same(row, *same);
      }
    }
  }
}

TEST_CASE("frames of Python that cross leave the times of operators as they are") {
  const HandMadeTrace trace({
      slice("cpu_op", "outer", "0", "100.5"),
      slice("python_function", "model.py(1): forward", "5", "20"),
      slice("python_function", "model.py(9): backward", "15", "30"),
      slice("cpu_op", "inner", "20", "40"),
      slice("cuda_runtime", "cudaLaunchKernel", "30", "10"),
      slice("cuda_runtime", "cudaLaunchKernel", "70", "10"),
  });
  for (const OpRow& row : ops_by_group(*trace, whole_window()).rows) {
    const bool outer = trace->text(row.name) == "outer";
    CHECK(row.self_cpu_ns == (outer ? 60'500 : 40'000));
    CHECK(row.self_cpu_no_runtime_ns == (outer ? 50'500 : 30'000));
  }
}
