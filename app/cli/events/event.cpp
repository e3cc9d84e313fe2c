#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "app/cli/events/event_json.h"
#include "app/cli/events/search_hint.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/text_table.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/verbs.h"
#include "core/analysis/search/event_query.h"
#include "core/view/details/model.h"
#include "core/view/details/text.h"

namespace lanescope {
namespace {

constexpr std::size_t kShownWidth = 80;  // of an expression in an error message

/// The requested event.
Result<EventId> pick_event(const WaitedTrace& trace, const EventOptions& options,
                           const EventQuery& query) {
  if (options.id) {
    const EventId event{static_cast<std::uint32_t>(*options.id)};
    if (trace->place_of(event)) return event;
    return Error{Error::Kind::NotFound,
                 fmt::format("no event has the id {}; see `lanescope search`", *options.id)};
  }
  const FoundEvents found = search_events(*trace, query, event_reader(trace));
  const auto nth = static_cast<std::size_t>(options.nth);
  if (nth <= found.events.size()) return found.events[nth - 1];
  const auto count = static_cast<std::int64_t>(found.events.size());
  const std::string shown = printable(options.find, kShownWidth);
  const std::string hint = count == 0 ? search_hint(*trace, query) : "";
  if (!hint.empty()) return Error{Error::Kind::NotFound, hint};
  return Error{Error::Kind::NotFound,
               count == 0
                   ? fmt::format("no event matches '{}'; try part of its name", shown)
                   : fmt::format("{} {} '{}'; --nth must be from 1 to {}", format_count(count),
                                 count == 1 ? "event matches" : "events match", shown, count)};
}

/// The sections of the details pane, with aligned values.
std::string event_text(const DetailsText& details) {
  std::string text = printable(details.title) + "\n" + printable(details.subtitle) + "\n";
  for (const DetailSection& section : details.sections) {
    text += "\n";
    if (!section.title.empty()) text += section.title + "\n";
    std::vector<std::pair<std::string, std::string>> facts;
    const std::size_t shown = std::min(section.lines.size(), section.lines_at_first);
    for (std::size_t i = 0; i < shown; ++i) {
      const DetailLine& line = section.lines[i];
      facts.emplace_back(printable(line.key), printable(line.value));
    }
    if (const auto rest = static_cast<std::int64_t>(section.lines.size() - shown); rest > 0) {
      facts.emplace_back(fmt::format("and {} more", format_count(rest)), "");
    }
    text += fact_lines(facts);
  }
  return text;
}

}  // namespace

int run_event(const EventOptions& options) {
  const auto query = parse_event_query(options.find);
  if (!query.ok()) return complain(kWrongUsage, "--find", query.error().message);
  const auto path = single_trace(options.trace);
  if (!path.ok()) return complain(kUnusable, options.trace, path.error().message);
  const auto opened = open_trace(path.value(), options.execution_trace, options.capture_trace);
  if (!opened.ok()) return complain(kUnusable, path.value(), opened.error().message);
  const WaitedTrace& trace = opened.value();
  const auto event = pick_event(trace, options, query.value());
  if (!event.ok()) {
    const auto changed = change_of(trace);
    return complain(kUnusable, path.value(), changed ? changed->message : event.error().message);
  }
  const DetailsModel model = build_details(
      *trace, event.value(), [&](EventId of) { return trace.session->event_json(of); });
  if (options.json) {
    print_document(event_json(*trace, model));
  } else {
    print_lines(event_text(details_text(*trace, model)));
  }
  if (const auto changed = change_of(trace))
    return complain(kUnusable, path.value(), changed->message);
  return kDone;
}

}  // namespace lanescope
