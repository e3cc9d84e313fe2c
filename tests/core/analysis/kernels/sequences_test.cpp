#include "core/analysis/kernels/sequences.h"

#include <algorithm>
#include <array>

#include <doctest/doctest.h>

#include "core/analysis/kernels/repeat_rows.h"
#include "core/analysis/kernels/repeats.h"
#include "core/analysis/kernels/strings.h"
#include "core/analysis/kernels/window_ranks.h"
#include "core/analysis/results.h"
#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

std::vector<std::uint32_t> symbols(std::string_view text) {
  return {text.begin(), text.end()};
}

constexpr Ns kIdleNs = 10;

/// One kernel a letter, each as long as its letter's place in the alphabet, on one thread; the GPU
/// waits before each.
std::vector<LaunchedKernel> kernels(std::string_view letters, TrackId launcher = TrackId{0}) {
  std::vector<LaunchedKernel> out;
  for (const char letter : letters) {
    const auto i = static_cast<Ns>(out.size());
    const Ns length_ns = letter - 'a' + 1;
    out.push_back({i, i, length_ns, length_ns, launcher,
                   StringId{static_cast<std::uint32_t>(letter)},
                   EventId{static_cast<std::uint32_t>(i)}, EventId::None, kIdleNs});
  }
  return out;
}

std::string text_of(const std::vector<StringId>& names) {
  std::string text;
  for (const StringId name : names) text += static_cast<char>(index_of(name));
  return text;
}

}  // namespace

TEST_CASE("equal windows have equal ranks and common starts are measured") {
  const WindowRanks ranks(symbols("abcabcabx"));
  CHECK(ranks.common(0, 3) == 5);
  CHECK(ranks.common(0, 6) == 2);
  CHECK(ranks.common(0, 1) == 0);
  CHECK(ranks.level(1)[0] == ranks.level(1)[3]);
  CHECK(ranks.level(1)[1] != ranks.level(1)[7]);
  CHECK(std::ranges::equal(ranks.sorted(), std::array{0, 3, 6, 1, 4, 7, 2, 5, 8}));
  CHECK(WindowRanks(symbols("")).size() == 0);
  const WindowRanks same(symbols(std::string(200, 'a')));
  CHECK(same.common(0, 1) == 64);
}

TEST_CASE("kernels that come again in one order are found at places that do not overlap") {
  const auto repeats = repeated_kernels(kernels("xbcdybcdzbcd"));
  REQUIRE(!repeats.empty());
  CHECK(text_of(repeats[0].kernels) == "bcd");
  CHECK(repeats[0].count == 3);
  CHECK(repeats[0].total_ns == 27);
  CHECK(repeats[0].saved_ns == 3 * 2 * kIdleNs);  // between the kernels of each
  CHECK(repeats[0].first == EventId{1});
  CHECK(repeats.size() == 1);  // "cd" lies where "bcd" does
  CHECK(repeats[0].variants == 0);
}

TEST_CASE("a repeated part of a longer sequence is a variant of it, not a row") {
  const auto repeats = repeated_kernels(kernels("xabcdyabcdzabcdqbcrbcsbctbc"));
  REQUIRE(repeats.size() == 1);
  CHECK(text_of(repeats[0].kernels) == "abcd");
  CHECK(repeats[0].count == 3);
  CHECK(repeats[0].variants == 1);  // "bc", which is also elsewhere
}

TEST_CASE("rows share no kernels, and what mostly lies in others is a variant") {
  const auto names = [](std::string_view letters) {
    std::vector<StringId> ids;
    for (const char letter : letters) ids.push_back(StringId{static_cast<std::uint32_t>(letter)});
    return ids;
  };
  RepeatRows rows(40, 3);
  rows.add(names("abcd"), std::array<std::uint32_t, 2>{0, 4});
  rows.add(names("efg"), std::array<std::uint32_t, 3>{3, 10, 14});
  REQUIRE(rows.rows().size() == 2);
  CHECK(rows.rows()[1].places == std::vector<std::uint32_t>{10, 14});  // the one at 3 is shared
  rows.add(names("hijk"), std::array<std::uint32_t, 2>{6, 16});
  CHECK(rows.rows().size() == 2);
  CHECK(rows.rows()[0].variants == 1);
  rows.add(names("cdab"), std::array<std::uint32_t, 2>{20, 24});  // shifted
  CHECK(rows.rows().size() == 2);
  CHECK(rows.rows()[0].variants == 2);
  rows.add(names("l"), std::array<std::uint32_t, 2>{12, 15});  // covered already
  rows.add(names("mn"), std::array<std::uint32_t, 2>{30, 32});
  rows.add(names("op"), std::array<std::uint32_t, 2>{34, 36});  // one too many
  REQUIRE(rows.rows().size() == 3);
  CHECK(text_of(rows.rows()[2].kernels) == "mn");
  CHECK(rows.rows()[1].variants == 0);
}

TEST_CASE("without idle time the sequences of the most GPU time come first and save nothing") {
  auto all = kernels("xbcdybcdzbcdpaaqaa");
  for (LaunchedKernel& kernel : all) kernel.idle_before_ns = 0;
  const auto repeats = repeated_kernels(all);
  REQUIRE(repeats.size() == 2);
  CHECK(text_of(repeats[0].kernels) == "bcd");
  CHECK(repeats[0].saved_ns == 0);
  CHECK(text_of(repeats[1].kernels) == "aa");
}

TEST_CASE("a sequence saves at most the idle time for which its own launches come late") {
  const auto late = [](std::vector<std::string> more) {
    for (int i = 0; i < 4; ++i) {
      const std::string id = std::to_string(i + 1);
      more.push_back(slice("cuda_runtime", "cudaLaunchKernel", std::to_string(i * 30), "2",
                           R"("correlation": )" + id));
      more.push_back(gpu_slice("kernel", i % 2 == 0 ? "a" : "b", std::to_string(i * 30 + 5), "5",
                               R"("correlation": )" + id));
    }
    const HandMadeTrace trace(more);
    const AnalysisResults results(*trace, whole_window());
    const SequenceTable found = analyse_sequences(results);
    REQUIRE(found.repeats.size() == 1);
    CHECK(found.repeats[0].count == 2);
    CHECK(found.repeats[0].saved_ns <= results.of<IdleTime>()->devices.at(0).total_ns);
    return found.repeats[0].saved_ns;
  };
  CHECK(late({}) == 50'000);  // 25 µs before each "b"; not those before the second "a"
  // A fill launched in between has the wait before it.
  CHECK(late({slice("cuda_runtime", "cudaMemsetAsync", "20", "2", R"("correlation": 9)"),
              gpu_slice("gpu_memset", "Memset (Device)", "25", "1", R"("correlation": 9)")}) ==
        49'000);
  // After a wait for the GPU, the next launch comes late in any case.
  CHECK(late({slice("cuda_runtime", "cudaStreamSynchronize", "3", "9")}) == 25'000);
}

TEST_CASE("kernels that were queued in time save nothing") {
  std::vector<std::string> events;
  for (int i = 0; i < 4; ++i) {
    const std::string id = std::to_string(i + 1);
    events.push_back(slice("cuda_runtime", "cudaLaunchKernel", std::to_string(i), "1",
                           R"("correlation": )" + id));
    events.push_back(gpu_slice("kernel", i % 2 == 0 ? "a" : "b", std::to_string(i * 30 + 10), "20",
                               R"("correlation": )" + id));
  }
  const HandMadeTrace trace(events);
  const SequenceTable found = analyse_sequences(AnalysisResults(*trace, whole_window()));
  REQUIRE(found.repeats.size() == 1);
  CHECK(found.repeats[0].total_ns == 80'000);
  CHECK(found.repeats[0].saved_ns == 0);
}

TEST_CASE("kernels of two threads on two streams come in the order of each thread's launches") {
  const auto launch = [](const char* ts, const char* thread, const char* id) {
    return slice("cuda_runtime", "cudaLaunchKernel", ts, "1",
                 std::string(R"("correlation": )") + id, "1", thread);
  };
  const auto kernel = [](const char* name, const char* ts, const char* id, const char* stream) {
    return gpu_slice("kernel", name, ts, "1", std::string(R"("correlation": )") + id, stream);
  };
  const HandMadeTrace trace({
      launch("0", "1", "1"),
      launch("4", "1", "2"),
      launch("8", "1", "3"),
      launch("2", "2", "4"),
      launch("6", "2", "5"),
      kernel("a", "10", "1", "7"),
      kernel("x", "12", "4", "7"),
      kernel("c", "14", "3", "7"),
      kernel("orphan", "16", "99", "7"),
      kernel("b", "11", "2", "9"),
      kernel("y", "13", "5", "9"),
  });
  const auto names_of = [&](const std::vector<LaunchedKernel>& kernels) {
    std::string names;
    for (const LaunchedKernel& one : kernels) names += std::string(trace->text(one.name)) + " ";
    return names;
  };
  CHECK(names_of(launched_kernels(*trace, whole_window(), SIZE_MAX)) == "orphan a b c x y ");
  CHECK(names_of(launched_kernels(*trace, whole_window(), 3)) == "a c x ");
}

TEST_CASE("runs of one kernel do not count twice, and none crosses from thread to thread") {
  const auto same = repeated_kernels(kernels("aaaa"));
  REQUIRE(same.size() == 1);
  CHECK(text_of(same[0].kernels) == "aa");
  CHECK(same[0].count == 2);
  auto two = kernels("ab");
  for (const LaunchedKernel& kernel : kernels("ab", TrackId{1})) two.push_back(kernel);
  const auto across = repeated_kernels(two);
  REQUIRE(across.size() == 1);
  CHECK(across[0].count == 2);
  auto joined = kernels("a");
  for (const LaunchedKernel& kernel : kernels("ba", TrackId{1})) joined.push_back(kernel);
  for (const LaunchedKernel& kernel : kernels("b", TrackId{2})) joined.push_back(kernel);
  CHECK(repeated_kernels(joined).empty());
  CHECK(repeated_kernels({}).empty());
}

TEST_CASE("a period is found where most of the operators come again three times") {
  std::string iterations;
  for (int i = 0; i < 5; ++i) iterations += "abcabcdefg";
  const auto exact = find_period(symbols(iterations));
  REQUIRE(exact);
  CHECK(exact->length == 10);
  CHECK(exact->match == doctest::Approx(1));
  iterations[17] = 'x';
  CHECK(find_period(symbols(iterations))->length == 10);
  CHECK(!find_period(symbols("abcdefghij")));
  CHECK(!find_period(symbols("abcdabcd")));
  CHECK(!find_period({}));
}

TEST_CASE("operators that launch the same kernels are one row, and short ones could be fused") {
  std::vector<std::string> events;
  for (int i = 0; i < 3; ++i) {
    const int at = i * 100;
    events.push_back(slice("cpu_op", "aten::layer_norm", std::to_string(at), "50"));
    for (int k = 0; k < 3; ++k) {
      const std::string id = std::to_string(i * 3 + k + 1);
      events.push_back(slice("cuda_runtime", "cudaLaunchKernel", std::to_string(at + 1 + 2 * k),
                             "1", R"("correlation": )" + id));
      events.push_back(gpu_slice("kernel", k == 1 ? "reduce_kernel" : "vectorized_elementwise",
                                 std::to_string(at + 60 + 3 * k), i == 2 ? "20" : "2",
                                 R"("correlation": )" + id, std::to_string(7 + k)));
    }
  }
  const HandMadeTrace trace(events);
  const SequenceTable found = analyse_sequences(AnalysisResults(*trace, whole_window()));
  CHECK(found.kernels == 9);
  REQUIRE(found.op_sequences.size() == 1);
  CHECK(found.op_sequences[0].count == 3);
  CHECK(found.op_sequences[0].kernels.size() == 3);
  CHECK(found.op_sequences[0].gpu_ns == 72'000);
  CHECK(found.op_sequences[0].cpu_ns == 150'000);
  REQUIRE(found.fusion_hints.size() == 1);
  CHECK(found.fusion_hints[0].kernels.size() == 6);  // one after the other, the long ones not
  REQUIRE(found.period);
  CHECK(found.period->ops == 1);
  CHECK(found.period->length_ns == 100'000);

  // The range cuts the first kernel, and the first operator has ended before it.
  const AnalysisResults results(*trace, range_window({61'000, 170'000}));
  const SequenceTable cut = analyse_sequences(results);
  CHECK(cut.kernels == 6);
  REQUIRE(cut.op_sequences.size() == 1);
  CHECK(cut.op_sequences[0].count == 2);
  CHECK(cut.op_sequences[0].gpu_ns == 11'000);
  CHECK(cut.op_sequences[0].cpu_ns == 50'000);
}

TEST_CASE("a trace without kernels has no sequences") {
  const HandMadeTrace trace({slice("cpu_op", "aten::add", "0", "1")});
  const SequenceTable found = analyse_sequences(AnalysisResults(*trace, whole_window()));
  CHECK(found.kernels == 0);
  CHECK(found.repeats.empty());
  CHECK(!found.period);
}

TEST_CASE("many kernels of few names take no time to speak of") {
  std::string letters;
  for (std::uint64_t i = 0; i < 60'000; ++i) letters += static_cast<char>('a' + (i * i / 7) % 3);
  CHECK(!repeated_kernels(kernels(letters)).empty());
  CHECK(!repeated_kernels(kernels(std::string(60'000, 'a'))).empty());
}
