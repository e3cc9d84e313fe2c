// `lanescope compare` of one rank with a baseline that names all ranks of a run.
#include "app/cli/compare/same_rank.h"

#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "app/cli/output/exit_code.h"
#include "app/cli/output/json_output.h"
#include "app/cli/verbs.h"
#include "core/ranks/summary/summary_file.h"
#include "tests/app/cli/printed_answer.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/rank_set.h"

using namespace lanescope;

namespace {

PrintedAnswer answer(const std::vector<std::string>& words) {
  return printed_by([&] {
    const CliCommand command = command_of(words);
    if (const auto* verb = std::get_if<SummarizeOptions>(&command)) return run_summarize(*verb);
    if (const auto* verb = std::get_if<BaselineOptions>(&command)) return run_baseline(*verb);
    return run_compare(std::get<CompareOptions>(command));
  });
}

/// A run of four ranks whose summaries, called host0_rank.rank …, are the baseline "main".
class BaselineOfRanks {
 public:
  BaselineOfRanks() {
    for (int rank = 0; rank < 4; ++rank) {
      const std::string host = "/run/host" + std::to_string(rank);
      std::filesystem::create_directories(root_.path() + host);
      root_.write(host + "/trace.json", rank_of_usual_set(rank, 4));
    }
    REQUIRE(answer({"summarize", root_.path() + "/run", "-o", folder()}).code == kDone);
    REQUIRE(answer({"baseline", "set", "main", folder()}).code == kDone);
  }

  [[nodiscard]] std::string folder() const { return root_.path() + "/before"; }
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
    return root_.write(name, text);
  }
  [[nodiscard]] PrintedAnswer compared(std::vector<std::string> words) const {
    words.insert(words.begin(), "compare");
    words.insert(words.end(), {"--baselines", root_.path()});
    return answer(words);
  }

 private:
  TempFolder root_;
};

}  // namespace

TEST_CASE("a trace is compared with its own rank of a baseline of all ranks") {
  const BaselineOfRanks baseline;
  const std::string trace = baseline.write("after.json", rank_of_usual_set(2, 4));
  const std::string same = baseline.folder() + "/host2_trace.rank";
  const PrintedAnswer told = baseline.compared({"baseline:main", trace, "--json"});
  CHECK_MESSAGE(told.code == kDone, told.errors);
  const Json json = Json::parse(told.out);
  CHECK(json["a"] == same);
  CHECK(json["b"] == trace);
  CHECK_MESSAGE(says(told.errors, "rank 2 alone: " + same + " and " + trace), told.errors);
  // On either side, and as a gate.
  const PrintedAnswer turned = baseline.compared({trace, "baseline:main", "--json"});
  CHECK(Json::parse(turned.out)["b"] == same);
  CHECK(baseline.compared({trace, "--gate", "baseline:main"}).code == kDone);
}

TEST_CASE("a summary is compared with its own rank of a baseline of all ranks") {
  const BaselineOfRanks baseline;
  const std::string one = baseline.folder() + "/host3_trace.rank";
  const PrintedAnswer told = baseline.compared({one, "--gate", "baseline:main"});
  CHECK(told.code == kDone);
  CHECK_MESSAGE(says(told.errors, "rank 3 alone: " + one + " and " + one), told.errors);
}

TEST_CASE("a rank that the baseline lacks, or has no trace of, is named") {
  const BaselineOfRanks baseline;
  const std::string far = baseline.write("after.json", rank_of_usual_set(7, 8));
  const PrintedAnswer none = baseline.compared({"baseline:main", far});
  CHECK(none.code == kUnusable);
  CHECK_MESSAGE(says(none.errors, "which has no summary of rank 7; name"), none.errors);
  const std::string lost = baseline.write("before/rank9.rank", "");
  SummarySource source;
  source.file = "/traces/rank9.json";
  REQUIRE_FALSE(write_summary(lost, unreadable_rank(source, "is empty")));
  const std::string nine = baseline.write("nine.json", rank_of_usual_set(9, 16));
  CHECK(says(baseline.compared({"baseline:main", nine}).errors,
             "no summary of rank 9 but one of a trace that could not be read, " + lost));
}

TEST_CASE("the number of a run in a trace's name is not taken for its rank") {
  const BaselineOfRanks baseline;
  const std::string alone = R"({"traceEvents":[
    {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":5,
     "args":{"device":0,"stream":7}}]})";
  for (const char* name : {"after_3.json", "after.json"}) {
    const PrintedAnswer told = baseline.compared({"baseline:main", baseline.write(name, alone)});
    CHECK(told.code == kUnusable);
    CHECK_MESSAGE(says(told.errors, "nothing tells the rank of the other trace"), told.errors);
  }
  const std::string named = baseline.write("rank3.json", alone);
  CHECK(says(baseline.compared({"baseline:main", named}).errors, "rank 3 alone: "));
}
