// Whatever two traces, and whatever a folder of ranks: they are compared both ways with the same
// numbers, read, reported and drawn, and each file that can not be used is told. The input is a
// parcel (parcel.h) of traces, with "options" where not all is to be tried.
#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "tests/fuzz/checks/verb_checks.h"
#include "tests/fuzz/checks/work_folder.h"
#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/engine/parcel.h"
#include "tests/fuzz/mutate/json_tree.h"
#include "tests/fuzz/mutate/trace_bases.h"
#include "tests/fuzz/mutate/trace_mutator.h"

namespace lanescope {
namespace {

using Json = nlohmann::json;

double number(const Json& value) {
  return value.is_number() ? value.get<double>() : 0;
}

bool opposite(const Json& a, const Json& b, double slack) {
  return std::abs(number(a) + number(b)) <= slack;
}

/// What B has more than A, A has less than B.
void check_mirrored(const VerbRun& there, const VerbRun& back) {
  const Json a = document_of(there);
  const Json b = document_of(back);
  // Means are rounded to whole nanoseconds.
  demand_of(back, opposite(a["headline"]["delta_ns"], b["headline"]["delta_ns"], 1),
            "compared the other way the difference is the opposite",
            a["headline"].dump() + b["headline"].dump());
  demand_of(back, a["headline"]["significant"] == b["headline"]["significant"], "and as sure",
            a["headline"].dump() + b["headline"].dump());
  demand_of(back, a["rows"].size() == b["rows"].size(), "and made of as many parts");
}

/// Parts and idle time add up to the difference of a step.
void check_sum(const VerbRun& run) {
  const Json document = document_of(run);
  double sum = 0;
  for (const Json& row : document["rows"]) sum += number(row["delta_ns"]);
  for (const Json& idle : document["classes"]) sum += number(idle["delta_ns"]);
  const double all = number(document["headline"]["delta_ns"]);
  const auto parts = static_cast<double>(document["rows"].size() + document["classes"].size());
  demand_of(run, std::abs(sum - all) <= parts + 1 + std::abs(all) * 1e-9,
            "parts add up to the difference of a step",
            std::to_string(sum) + " of " + std::to_string(all));
}

void compare(const std::string& a, const std::string& b) {
  for (const char* const by : {"kernel", "op", "module"}) {
    const VerbRun there = checked_run({"compare", a, b, "--json", "--by", by});
    const VerbRun back = checked_run({"compare", b, a, "--json", "--by", by});
    demand_of(back, (there.code == 0) == (back.code == 0), "what can be compared can be mirrored");
    if (there.code != 0) return;
    check_sum(there);
    check_mirrored(there, back);
  }
  (void)checked_run({"compare", a, b});
  (void)checked_run({"compare", a, b, "--markdown"});
}

void ranks() {
  (void)checked_run({"info", "run", "--json"}, Complaints::OfSeveral);
  const VerbRun json = checked_run({"report", "run", "--json"}, Complaints::OfSeveral);
  if (!json.out.empty()) check_figures(json);
  (void)checked_run({"report", "run", "--only", "ranks"}, Complaints::OfSeveral);
  (void)checked_run({"report", "run", "--markdown"}, Complaints::OfSeveral);
}

std::string mutant(const std::string& text, std::mt19937_64& random) {
  auto trace = parse_json_tree(text);
  if (!trace) return text;
  mutate_trace(*trace, below(random, 3) == 0 ? 0 : 1 + below(random, 8), random);
  return json_text(*trace, TreeLayout::LineAnElement);
}

}  // namespace

std::string fuzz_input(std::mt19937_64& random) {
  constexpr std::array<std::string_view, 5> kChecks = {"ranks", "ranks", "compare", "compare",
                                                       "picture"};
  Parcel parcel;
  const std::string_view checks = kChecks[below(random, kChecks.size())];
  parcel.add("options", "checks " + std::string(checks) + "\n");
  // Two of one run more often than two that have nothing to do with each other.
  std::vector<std::string> bases = base_ranks(random);
  if (checks != "ranks" && below(random, 2) == 0) bases = {base_trace(random), base_trace(random)};
  if (checks != "ranks" && below(random, 2) == 0) bases = {bases[0], bases[0]};
  if (checks != "ranks") bases.resize(2);
  for (std::size_t i = 0; i < bases.size(); ++i)
    parcel.add("rank" + std::to_string(i) + ".json", mutant(bases[i], random));
  return parcel.bytes();
}

}  // namespace lanescope

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lanescope;
  const Parcel parcel({reinterpret_cast<const char*>(data), size}, "rank0.json");
  const auto files = parcel.inputs();
  if (files.empty()) return 0;
  enter_work_folder();
  for (const auto& [name, content] : files) write_work_file("run/" + name, content);
  const std::string checks = parcel.option("checks", "ranks compare picture");
  const auto wants = [&checks](const char* check) {
    return checks.find(check) != std::string::npos;
  };
  const std::string a = "run/" + files.front().first;
  const std::string b = "run/" + files.back().first;
  if (wants("compare")) compare(a, b);
  if (wants("ranks")) ranks();
  if (wants("picture")) {
    (void)checked_run({"screenshot", "run", "-o", "out.svg"}, Complaints::OfSeveral);
    (void)checked_run({"screenshot", a, "--compare", b, "-o", "out.svg"}, Complaints::OfSeveral);
  }
  return 0;
}
