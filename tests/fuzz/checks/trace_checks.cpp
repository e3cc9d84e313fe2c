#include "tests/fuzz/checks/trace_checks.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "tests/fuzz/checks/convert_checks.h"
#include "tests/fuzz/checks/trace_variants.h"
#include "tests/fuzz/checks/verb_checks.h"
#include "tests/fuzz/checks/work_folder.h"
#include "tests/fuzz/engine/fuzz_target.h"
#include "tests/fuzz/mutate/json_tokens.h"
#include "tests/fuzz/mutate/json_tree.h"

namespace lanescope {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

Words operator+(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// What `info` says of the trace itself: not where it stands in the file, nor how long that took.
std::string without_own_places(const VerbRun& run) {
  Json document = document_of(run);
  for (const char* const key : {"bytes", "text_bytes", "load"}) document.erase(key);
  for (Json& issue : document["report"]["issues"]) {
    issue.erase("first_offset");
    issue.erase("example");
  }
  drop_ids(document);
  return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

/// Of a memory timeline, whose rows of one time become one point.
bool holds_points(const VerbRun& info) {
  return document_of(info)["format"].get<std::string>().ends_with("memory-timeline");
}

void use_threads(const std::string& number) {
  ::setenv("LANESCOPE_THREADS", number.c_str(), 1);
}

class TraceCheck {
 public:
  TraceCheck(const std::string& file, const TraceCheckOptions& options)
      : file_(file), options_(options) {}

  void run() {
    use_threads("2");
    const VerbRun info = checked_run({"info", file_, "--json"});
    const auto events =
        options_.counts_events ? count_trace_events(read_work_file(file_)) : std::nullopt;
    if (info.code != 0) return refused(info, events);
    const bool counts = events && !holds_points(info);
    check_counts(info, counts ? static_cast<std::int64_t>(*events) : -1);
    demand_of(info, checked_run({"info", file_}).code == 0,
              "info prints text where it prints JSON");
    if (wants("events")) single_events();
    if (wants("compare")) compare();
    if (wants("convert")) check_converted(file_, info, options_.report);
    if (wants("report")) {
      report_ = report();
      for (const std::string& variant : options_.variants) check_variant(variant, info);
    }
    for (const std::string& tab : options_.tabs)
      (void)checked_run({"screenshot", file_, "-o", options_.picture, "--tab", tab});
  }

 private:
  [[nodiscard]] bool wants(const char* check) const {
    return std::find(options_.checks.begin(), options_.checks.end(), check) !=
           options_.checks.end();
  }

  /// All verbs refuse what one refuses.
  void refused(const VerbRun& info, std::optional<std::uint64_t> events) {
    demand_of(info, !events || *events == 0 || holds_no_event(), "valid JSON with events is read");
    for (const Words& words : {Words{"report", file_}, Words{"compare", file_, file_, "--json"},
                               Words{"convert", file_, "-o", "out.json"}})
      demand_of(info, checked_run(words).code == info.code, "what info refuses all verbs refuse");
  }

  [[nodiscard]] bool holds_no_event() const {
    auto trace = parse_json_tree(read_work_file(file_));
    const JsonTree* const events = trace ? event_list(*trace) : nullptr;
    if (events == nullptr || events->children.empty()) return true;
    // A list alone that begins with something else than an event may be anything.
    const bool is_bare = trace->kind == JsonTree::Kind::List;
    if (is_bare && events->children.front().kind != JsonTree::Kind::Object) return true;
    return std::ranges::none_of(events->children, has_phase);
  }

  /// Objects that all lack it are of another kind than events.
  static bool has_phase(const JsonTree& event) {
    const JsonTree* const phase = event.find("ph");
    return phase != nullptr && phase->kind == JsonTree::Kind::Scalar && phase->text != "null" &&
           phase->text != "\"\"";
  }

  VerbRun report() {
    const VerbRun text = checked_run(Words{"report", file_} + options_.report);
    const VerbRun page = checked_run(Words{"report", file_, "--markdown"} + options_.report);
    VerbRun json = checked_run(Words{"report", file_, "--json"} + options_.report);
    forms_ = {without_first_set_aside(text), without_first_set_aside(page)};
    demand_of(json, text.code == json.code && page.code == json.code,
              "a report is there in all forms or in none", text.err + page.err);
    if (json.code == 0) check_figures(json);
    return json;
  }

  void single_events() {
    const VerbRun found = checked_run({"search", file_, "", "--json"});
    demand_of(found, found.code == 0, "all events can be searched");
    const Json document = document_of(found);
    const Json& events = document["events"];
    demand_of(found, document["count"].get<std::size_t>() == events.size(),
              "as many are listed as are found");
    if (events.empty()) return;
    for (const std::size_t at : {std::size_t{0}, events.size() / 2, events.size() - 1}) {
      const std::string id = std::to_string(events[at]["id"].get<std::int64_t>());
      const VerbRun event = checked_run({"event", file_, "--id", id, "--json"});
      demand_of(event, event.code == 0, "an event that was found can be asked for", id);
      demand_of(event, document_of(event)["name"] == events[at]["name"],
                "and is the one that was found",
                events[at].dump(-1, ' ', false, Json::error_handler_t::replace));
      (void)checked_run({"event", file_, "--id", id});
    }
  }

  /// A trace is what it is.
  void compare() {
    const VerbRun json = checked_run({"compare", file_, file_, "--json"});
    if (json.code != 0) return;
    const Json document = document_of(json);
    const auto is_zero = [](const Json& value) {
      return value.is_null() || value.get<double>() == 0;
    };
    demand_of(json, is_zero(document["headline"]["delta_ns"]), "nothing differs from itself");
    for (const Json& row : document["rows"]) {
      demand_of(json, is_zero(row["delta_ns"]), "no part differs from itself");
      demand_of(json, !row["significant"].is_boolean() || !row["significant"].get<bool>(),
                "no part differs from itself for certain");
    }
    (void)checked_run({"compare", file_, file_, "--markdown"});
    (void)checked_run({"compare", file_, file_});
  }

  void check_variant(const std::string& variant, const VerbRun& info) {
    const auto text = trace_variant(read_work_file(file_), variant);
    if (!text) return;
    write_work_file(file_ + ".before", read_work_file(file_));
    write_work_file(file_, *text);
    use_threads(threads_of(variant));
    const VerbRun other = checked_run(Words{"report", file_, "--json"} + options_.report);
    if (variant == "shuffled") {
      demand_of(other, other.code == report_.code, "the order of events does not matter");
      if (other.code == 0) same_in_any_order(other);
    } else {
      demand_of(other, other.code == report_.code, "layout and compression do not matter");
      demand_same(other, without_places(report_), without_places(other),
                  "layout and compression do not matter");
    }
    const VerbRun other_info = checked_run({"info", file_, "--json"});
    demand_same(other_info, without_own_places(info), without_own_places(other_info),
                "what is in a trace does not depend on how it is written");
    write_work_file(file_, read_work_file(file_ + ".before"));
    use_threads("2");
  }

  /// `json` is the report of the same events in another order.
  void same_in_any_order(const VerbRun& json) {
    constexpr const char* kWhat = "the order of events does not matter";
    demand_same(json, without_ids(report_), without_ids(json), kWhat);
    const VerbRun text = checked_run(Words{"report", file_} + options_.report);
    demand_same(text, forms_.front(), without_first_set_aside(text), kWhat);
    const VerbRun page = checked_run(Words{"report", file_, "--markdown"} + options_.report);
    demand_same(page, forms_.back(), without_first_set_aside(page), kWhat);
  }

  const std::string file_;
  const TraceCheckOptions& options_;
  VerbRun report_;
  std::array<std::string, 2> forms_;  // of the report: text and Markdown
};

}  // namespace

void check_trace(const std::string& file, const TraceCheckOptions& options) {
  TraceCheck(file, options).run();
}

}  // namespace lanescope
