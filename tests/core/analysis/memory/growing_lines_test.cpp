#include "core/analysis/memory/growing_lines.h"

#include <algorithm>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/analysis/findings/findings.h"
#include "core/analysis/memory/leaks.h"
#include "core/analysis/results.h"
#include "core/readers/trace_loader.h"
#include "core/view/findings/model.h"
#include "core/view/memory/text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/pickle_text.h"

using namespace lanescope;

namespace {

/// The history of a memory snapshot; times in µs.
class History {
 public:
  void allocate(int time_us, int address, int bytes, const char* file, int line) {
    const std::string frame = pickled::dict({{"name", pickled::text("forward")},
                                             {"filename", pickled::text(file)},
                                             {"line", pickled::integer(line)}});
    add("alloc", time_us, address, bytes, pickled::list({frame}));
  }
  void free(int time_us, int address, int bytes) {
    add("free_requested", time_us, address, bytes, pickled::list({}));
  }
  [[nodiscard]] std::string pickle() const {
    return pickled::file(
        pickled::dict({{"segments", pickled::list({})},
                       {"device_traces", pickled::list({pickled::list({entries_})})}}));
  }

 private:
  void add(const char* action, int time_us, int address, int bytes, const std::string& frames) {
    entries_ += pickled::dict({{"action", pickled::text(action)},
                               {"addr", pickled::integer(address)},
                               {"size", pickled::integer(bytes)},
                               {"stream", pickled::integer(0)},
                               {"time_us", pickled::integer(time_us)},
                               {"frames", frames}});
  }

  std::string entries_;
};

constexpr int kMiB = 1 << 20;

/// Ten rounds of 100 µs. Line 1 allocates weights at the start and keeps them; line 2 frees its
/// block in each round; line 3 keeps that of every other round.
std::string leaky_pickle() {
  History history;
  for (int i = 0; i < 4; ++i) history.allocate(i, 1000 + i, kMiB, "build.py", 1);
  for (int round = 0; round < 10; ++round) {
    const int now = 100 * round + 10;
    history.allocate(now, 5000, 3 * kMiB, "train.py", 2);
    history.allocate(now + 1, 6000 + round, kMiB, "train.py", 3);
    history.free(now + 50, 5000, 3 * kMiB);
    if (round % 2 == 1) history.free(now + 60, 6000 + round, kMiB);
  }
  return history.pickle();
}

struct Leaks {
  explicit Leaks(const std::string& pickle) : loaded(load(pickle)) {
    table = analyse_leaks({*loaded.snapshot, whole_window(), event_reader(loaded)});
  }
  LoadedTrace load(const std::string& pickle) {
    auto result = load_trace(folder.write("memory.pickle", pickle));
    REQUIRE(result.ok());
    return std::move(result).value();
  }

  TempFolder folder;
  LoadedTrace loaded;
  LeakTable table;
};

}  // namespace

TEST_CASE("a line that keeps some of its blocks all through a snapshot's history may leak") {
  const Leaks leaks(leaky_pickle());
  REQUIRE(leaks.table.devices.size() == 1);
  const auto& lines = leaks.table.devices[0].lines;
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].file == "train.py");
  CHECK(lines[0].line == 3);
  CHECK(lines[0].allocations == 10);
  CHECK(lines[0].kept == 5);
  CHECK(lines[0].kept_bytes == 5 * kMiB);
  CHECK(lines[0].first_kept != EventId::None);
  CHECK(leak_sentence(lines) ==
        "Possible leak: forward (train.py:3) never frees 5 of its 10 blocks, 5.000 MiB, allocated "
        "throughout the history");
}

TEST_CASE("a possible leak of a snapshot is a finding, with the line") {
  const Leaks leaks(leaky_pickle());
  const FindingTable found =
      analyse_findings({*leaks.loaded.snapshot, whole_window(), event_reader(leaks.loaded)});
  const auto leak = std::ranges::find(found.findings, "F15", &Finding::id);
  REQUIRE(leak != found.findings.end());
  CHECK(leak->title == "Possible leak: 5 blocks of one line are never freed");
  CHECK(leak->evidence.at(0).text.head.starts_with("train.py(3): forward keeps 5 of its 10"));
}

TEST_CASE("a possible leak is as large in a range in which nothing is allocated") {
  const Leaks leaks(leaky_pickle());
  const auto least_in = [&](const AnalysisWindow& window) {
    const FindingTable found =
        analyse_findings({*leaks.loaded.snapshot, window, event_reader(leaks.loaded)});
    const auto leak = std::ranges::find(found.findings, "F15", &Finding::id);
    REQUIRE(leak != found.findings.end());
    return leak->low_pct;
  };
  const Ns begin_ns = leaks.loaded.snapshot->extent.begin_ns;
  CHECK(least_in(whole_window()) > 10);
  CHECK(least_in(range_window({begin_ns + 520'000, begin_ns + 550'000})) ==
        least_in(whole_window()));
}

TEST_CASE("rules that a memory snapshot cannot answer say so, and those about memory are named") {
  History history;
  history.allocate(0, 1000, kMiB, "build.py", 1);
  history.allocate(10, 2000, kMiB, "train.py", 2);
  history.free(20, 2000, kMiB);
  const Leaks leaks(history.pickle());
  const Snapshot& snapshot = *leaks.loaded.snapshot;
  const FindingTable table =
      analyse_findings({snapshot, whole_window(), event_reader(leaks.loaded)});
  CHECK(table.findings.empty());
  for (const char* const id : {"F01", "F24", "F25", "F28"}) {
    CAPTURE(id);
    const auto rule = std::ranges::find(table.not_judged, id, &NotJudged::id);
    REQUIRE(rule != table.not_judged.end());
    CHECK(rule->why == "a memory snapshot has no GPU events");
  }
  CHECK(std::ranges::find(table.not_judged, "F15", &NotJudged::id) == table.not_judged.end());
  const FindingsModel model = build_findings_model(snapshot, table);
  CHECK(model.headline.starts_with("No issues found (rule"));
  CHECK(model.headline.find("F15") != std::string::npos);
  CHECK(model.headline.find("not applicable without GPU events") != std::string::npos);
  CHECK(model.headline.find("torch.profiler") == std::string::npos);
  CHECK_FALSE(model.not_judged.back().applicable);
}

TEST_CASE("what is alive at the end only because it is in use is no leak") {
  History history;
  for (int round = 0; round < 10; ++round) {
    const int now = 100 * round + 10;
    for (int i = 0; i < 4; ++i) history.allocate(now + i, 5000 + i, kMiB, "train.py", 2);
    if (round == 9) break;  // the snapshot is taken within the last round
    for (int i = 0; i < 4; ++i) history.free(now + 50, 5000 + i, kMiB);
  }
  const Leaks leaks(history.pickle());
  REQUIRE(leaks.table.devices.size() == 1);
  CHECK(leaks.table.devices[0].lines.empty());
  CHECK(leak_sentence({}).empty());
}
