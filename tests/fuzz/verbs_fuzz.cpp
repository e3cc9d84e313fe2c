// Whatever the trace: each verb ends well or says in one line why not, what they print is whole and
// adds up, and the same trace in other clothes gives the same report. The input is a parcel
// (parcel.h) of "trace.json" and, where not all is to be tried, "options".
#include <algorithm>
#include <array>
#include <sstream>

#include "tests/fuzz/checks/trace_checks.h"
#include "tests/fuzz/checks/trace_variants.h"
#include "tests/fuzz/checks/work_folder.h"
#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/engine/parcel.h"
#include "tests/fuzz/mutate/hostile_values.h"
#include "tests/fuzz/mutate/trace_bases.h"
#include "tests/fuzz/mutate/trace_mutator.h"

namespace {

using namespace lanescope;

constexpr const char* kTrace = "trace.json";

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

/// Titles are of several words: "critical path" is asked for as "critical_path".
std::vector<std::string> titles_of(const std::string& text) {
  std::vector<std::string> titles = words_of(text);
  for (std::string& title : titles) std::replace(title.begin(), title.end(), '_', ' ');
  return titles;
}

std::string all_variants() {
  std::string all;
  for (const std::string_view variant : trace_variants()) all += std::string(variant) + " ";
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Parcel parcel({reinterpret_cast<const char*>(data), size}, kTrace);
  enter_work_folder();
  TraceCheckOptions options;
  options.checks = words_of(parcel.option("checks", "report events compare convert"));
  options.report = words_of(parcel.option("report", ""));
  options.variants = words_of(parcel.option("variants", all_variants()));
  options.tabs = titles_of(parcel.option("tabs", "overview"));
  options.picture = parcel.option("picture", "out.svg");
  for (const auto& [name, content] : parcel.inputs()) {
    write_work_file(name, content);
    check_trace(name, options);
  }
  return 0;
}

namespace lanescope {
namespace {

/// Some of what could be tried: more traces get their turn.
std::string any_options(std::mt19937_64& random) {
  constexpr std::array<std::string_view, 12> kReports = {"",
                                                         "",
                                                         "",
                                                         "--window whole",
                                                         "--window whole",
                                                         "--window hta",
                                                         "--window tb",
                                                         "--window 1us:200us",
                                                         "--group-by shape",
                                                         "--device 0",
                                                         "--group-by stack",
                                                         "--window 0ns:1ns"};
  constexpr std::array<std::string_view, 16> kTabs = {
      "overview", "selection", "ops",           "kernels",    "flame",    "memory",
      "steps",    "modules",   "critical_path", "launches",   "roofline", "sequences",
      "compile",  "findings",  "compare",       "load_report"};
  constexpr std::array<std::string_view, 6> kChecks = {
      "report", "report", "events compare", "convert", "compare convert", "report events"};
  std::string text = "checks " + std::string(kChecks[below(random, kChecks.size())]);
  text += "\nreport " + std::string(kReports[below(random, kReports.size())]) + "\n";
  text += "variants ";
  if (below(random, 2) == 0) text += trace_variants()[below(random, trace_variants().size())];
  text += "\ntabs ";
  if (below(random, 2) == 0) text += kTabs[below(random, kTabs.size())];
  text += below(random, 2) == 0 ? "\npicture out.png" : "\npicture out.svg";
  return text + "\n";
}

}  // namespace

std::string fuzz_input(std::mt19937_64& random) {
  constexpr std::string_view kTokens =
      "\"\n\\\n,\n:\n{\n}\n[\n]\n\"ph\":\"B\"\n\"ts\":1\n\"dur\":0\nNaN\nnull\n\"traceEvents\":[\n"
      "\"args\":{\n},{\n\xFF\n\xC3\n\\u0000";
  std::string text = base_trace(random);
  if (auto trace = parse_json_tree(text)) {
    mutate_trace(*trace, below(random, 4) == 0 ? 0 : 1 + below(random, 8), random);
    text = json_text(*trace, static_cast<TreeLayout>(below(random, kTreeLayouts)));
  }
  if (below(random, 12) == 0) mutate(text, random, kTokens);
  if (below(random, 24) == 0) text.resize(below(random, text.size() + 1));
  Parcel parcel;
  parcel.add("options", any_options(random));
  parcel.add(kTrace, text);
  return parcel.bytes();
}

}  // namespace lanescope
