#include "tests/fuzz/checks/convert_checks.h"

#include "tests/fuzz/checks/work_folder.h"
#include "tests/fuzz/mutate/json_tokens.h"

namespace lanescope {
namespace {

using Json = nlohmann::json;

constexpr const char* kOnce = "once.json";

std::int64_t samples(const Json& info) {
  std::int64_t samples = 0;
  for (const Json& lane : info["lanes"]) samples += lane.value("samples", std::int64_t{0});
  return samples;
}

/// Of work of a GPU whose end is not known, the begin is converted.
std::int64_t without_end(const Json& info) {
  std::int64_t count = 0;
  for (const Json& issue : info["report"]["issues"]) {
    if (issue["kind"] == "kernel_without_time") count += issue.value("count", std::int64_t{0});
  }
  return count;
}

void check_contents(const Json& before, const VerbRun& info) {
  const Json after = document_of(info);
  demand_of(
      info,
      after["report"]["listed"] == without_end(after) && without_end(after) <= without_end(before),
      "all that was converted can be used");
  for (const char* const kind : {"slices", "instants", "async"})
    demand_of(info, before["stored"][kind] == after["stored"][kind],
              "what was converted holds as many events", kind);
  demand_of(info, samples(before) == samples(after), "what was converted holds as many samples");
  for (const char* const work : {"kernels", "gpu_events"})
    demand_of(info, before["links"][work] == after["links"][work],
              "what was converted finds its launches and operators as before",
              before["links"][work].dump());
}

/// Begins and ends become complete events, and what is mended is whole afterwards.
bool stays_as_it_is(const Json& info) {
  return info["report"]["issues"].empty() && !info["events"]["by_ph"].contains("B");
}

void check_report(const std::string& file, const std::vector<std::string>& report) {
  std::vector<std::string> words = {"report", file, "--json"};
  words.insert(words.end(), report.begin(), report.end());
  const VerbRun before = checked_run(words);
  words[1] = kOnce;
  const VerbRun after = checked_run(words);
  demand_of(after, before.code == after.code, "what was converted has the same report");
  if (after.code == 0)
    demand_same(after, without_ids(before), without_ids(after),
                "what was converted has the same report");
}

}  // namespace

void check_converted(const std::string& file, const VerbRun& info,
                     const std::vector<std::string>& report) {
  const VerbRun once = checked_run({"convert", file, "-o", kOnce});
  demand_of(once, once.code == 0, "what can be read can be converted");
  const std::string text = read_work_file(kOnce);
  const std::string fault = json_fault(text);
  demand_of(once, fault.empty(), "what was converted is valid JSON", fault);
  const VerbRun info_once = checked_run({"info", kOnce, "--json"});
  demand_of(info_once, info_once.code == 0, "what was converted can be read");
  check_counts(info_once, static_cast<std::int64_t>(count_trace_events(text).value_or(0)));
  const Json before = document_of(info);
  check_contents(before, info_once);
  if (stays_as_it_is(before) && before["format"] != "lanescope-capture") check_report(file, report);
  // The order of lanes may settle once more: a series without a name has got one.
  const VerbRun twice = checked_run({"convert", kOnce, "-o", "twice.json"});
  const VerbRun thrice = checked_run({"convert", "twice.json", "-o", "thrice.json"});
  demand_of(thrice, twice.code == 0 && thrice.code == 0, "what was converted can be converted");
  demand_same(thrice, read_work_file("twice.json"), read_work_file("thrice.json"),
              "to convert again changes nothing more");
}

}  // namespace lanescope
