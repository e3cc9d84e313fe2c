#include <algorithm>
#include <optional>
#include <string>

#include <fmt/core.h>

#include "app/cli/events/described_event.h"
#include "app/cli/events/event_line.h"
#include "app/cli/events/search_hint.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/text_table.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/verbs.h"
#include "core/analysis/search/event_query.h"
#include "core/view/details/model.h"

namespace lanescope {
namespace {

constexpr std::size_t kShownWidth = 80;  // of an expression in an error message

/// The requested event.
Result<EventId> pick_event(const WaitedTrace& trace, const EventOptions& options,
                           const EventQuery& query) {
  if (options.id) return event_of_id(*trace, *options.id);
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

int print_event(const WaitedTrace& trace, const std::string& path, const EventOptions& options,
                const EventQuery& query) {
  const auto event = pick_event(trace, options, query);
  if (!event.ok()) {
    const auto changed = change_of(trace);
    return complain(kUnusable, path, changed ? changed->message : event.error().message);
  }
  tell_if_incomplete(*trace, path);
  const DetailsModel model = build_details(
      *trace, event.value(), [&](EventId of) { return trace.session->event_json(of); });
  if (options.json) {
    print_document(event_json(*trace, model));
  } else {
    print_lines(event_text(*trace, model));
  }
  return kDone;
}

}  // namespace

int run_event(const EventOptions& options) {
  const auto query = parse_event_query(options.find);
  if (!query.ok()) return complain(kWrongUsage, "--find", query.error().message);
  return answer_about(options.trace,
                      {.execution_trace = options.execution_trace,
                       .capture_trace = options.capture_trace,
                       .steps = options.steps},
                      [&](const WaitedTrace& trace, const std::string& path) {
                        return print_event(trace, path, options, query.value());
                      });
}

}  // namespace lanescope
