#include "tests/fuzz/checks/verb_checks.h"

#include <algorithm>
#include <functional>
#include <regex>

#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/mutate/json_tokens.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostShown = 2000;
constexpr int kUnusable = 3;

std::string head(const std::string& text) {
  return text.substr(0, kMostShown);
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20U && c != '\n') || byte == 0x7FU;
  });
}

void check_error_lines(const VerbRun& run, Complaints complaints) {
  std::string_view rest = run.err;
  std::size_t lines = 0;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    demand_of(run, end != std::string_view::npos, "what is said on stderr ends its line");
    demand_of(run, rest.starts_with("lanescope: "), "a line on stderr begins with the program");
    rest.remove_prefix(end + 1);
    ++lines;
  }
  if (run.code == 0) return;
  if (complaints == Complaints::OfSeveral) return demand_of(run, lines > 0, "an error is told");
  demand_of(run, lines == 1, "an error is one line");
  demand_of(run, run.out.empty(), "nothing but results is on stdout");
}

bool has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

void demand_of(const VerbRun& run, bool promise, const char* what, const std::string& about) {
  if (promise) return;
  demand(false, what,
         "of: lanescope " + run.line + "\ncode " + std::to_string(run.code) + "\n" + about +
             "\nstderr: " + head(run.err) + "\nstdout: " + head(run.out));
}

VerbRun checked_run(std::vector<std::string> words, Complaints complaints) {
  const bool json = has(words, "--json");
  VerbRun run = run_verb(std::move(words));
  demand_of(run, run.code == 0 || run.code == kUnusable, "a verb ends with 0 or with 3");
  check_error_lines(run, complaints);
  demand_of(run, is_utf8(run.out) && is_utf8(run.err), "what is printed is UTF-8");
  demand_of(run, !has_control(run.out) && !has_control(run.err), "what is printed commands nobody");
  if (json && !run.out.empty()) {
    const std::string fault = json_fault(run.out);
    demand_of(run, fault.empty(), "--json prints one valid document", fault);
  }
  return run;
}

nlohmann::json document_of(const VerbRun& run) {
  return nlohmann::json::parse(run.out, nullptr, false);
}

void drop_ids(nlohmann::json& value) {
  if (value.is_object()) {
    for (auto member = value.begin(); member != value.end();) {
      const std::string& key = member.key();
      const bool is_id = key == "id" || key.ends_with("_id") || key.ends_with("_ids");
      if (is_id) {
        member = value.erase(member);
      } else {
        drop_ids(*member++);
      }
    }
  } else if (value.is_array()) {
    for (nlohmann::json& item : value) drop_ids(item);
  }
}

std::string without_ids(const VerbRun& report) {
  nlohmann::json document = document_of(report);
  for (nlohmann::json& trace : document["traces"]) {
    trace.erase("file");
    if (trace.contains("set_aside")) trace["set_aside"].erase("text");
  }
  drop_ids(document);
  return document.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string without_places(const VerbRun& report) {
  static const std::regex place(R"((were|was) set aside(.*[(,]) ?byte [0-9,]+\))");
  return std::regex_replace(report.out, place, "$1 set aside$2)");
}

std::string without_first_set_aside(const VerbRun& report) {
  static const std::regex first(
      R"((set aside because \w+ times? cannot be right) \(.*byte [0-9,]+\))");
  return std::regex_replace(report.out, first, "$1");
}

void demand_same(const VerbRun& about, const std::string& a, const std::string& b,
                 const char* what) {
  if (a == b) return;
  const auto differ = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const auto at = static_cast<std::size_t>(differ.first - a.begin());
  const std::size_t from = at > 300 ? at - 300 : 0;
  demand_of(about, false, what,
            "first: …" + a.substr(from, 600) + "\nsecond: …" + b.substr(from, 600));
}

void demand_same(const VerbRun& a, const VerbRun& b, const char* what) {
  demand_of(b, a.code == b.code, what,
            "the other ended with code " + std::to_string(a.code) + ": " + a.err);
  demand_same(b, a.out, b.out, what);
}

void check_counts(const VerbRun& info, std::int64_t events) {
  const nlohmann::json document = document_of(info);
  const auto total = document["events"]["total"].get<std::int64_t>();
  const auto sum = [](const nlohmann::json& counts) {
    std::int64_t all = 0;
    for (const auto& count : counts) all += count.get<std::int64_t>();
    return all;
  };
  demand_of(info, sum(document["events"]["by_ph"]) == total, "phases add up to all events");
  demand_of(info, sum(document["events"]["by_cat"]) == total, "categories add up to all events");
  const nlohmann::json& report = document["report"];
  const auto listed = report["listed"].get<std::int64_t>();
  demand_of(info, report["kept"].get<std::int64_t>() + listed == total,
            "every event is kept or listed");
  std::int64_t lost = 0;
  for (const auto& issue : report["issues"])
    lost += issue["lost"].get<bool>() ? issue["count"].get<std::int64_t>() : 0;
  demand_of(info, lost == listed, "what is listed is told by kind");
  if (events >= 0)
    demand_of(info, total == events, "all events of the file are counted",
              "a second count has " + std::to_string(events));
}

}  // namespace lanescope
