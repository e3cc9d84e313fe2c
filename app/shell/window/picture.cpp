#include "app/shell/window/picture.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/shell/window/tabs.h"
#include "core/base/text/utf8.h"
#include "core/view/navigation/search_model.h"

namespace lanescope {
namespace {

constexpr std::size_t kShownBytes = 80;  // of an expression in an error message
constexpr Ns kLeastShare = 10;           // an event is small below a tenth of the view
constexpr Ns kContext = 2;               // shown on each side, in lengths of the event
constexpr Ns kInstantContextNs = 10'000;

/// Zooms to an event that is too small to see or out of view.
void zoom_to_selected(TraceView& trace, TimeRange event) {
  trace.expect_cover();
  const TimeRange shown{trace.viewport.range().begin_ns,
                        trace.viewport.time_at(trace.viewport.free_px())};
  const bool in_sight = event.begin_ns >= shown.begin_ns && event.end_ns <= shown.end_ns;
  if (in_sight && event.length_ns() >= shown.length_ns() / kLeastShare) return;
  // A broken trace may claim any length.
  const Ns context_ns = event.length_ns() == 0
                            ? kInstantContextNs
                            : std::min(event.length_ns(), kMaxNs / kContext) * kContext;
  trace.viewport.show(
      {saturating_sub(event.begin_ns, context_ns), saturating_add(event.end_ns, context_ns)});
}

Error no_tab(const Workspace& workspace, const std::string& name) {
  std::string known;
  for (const std::string_view title : tab_titles(workspace)) {
    known += known.empty() ? "" : ", ";
    known += title;
  }
  return {Error::Kind::Invalid, "there is no tab named '" + name + "'; tabs are " + known};
}

/// Of the wall or a history.
std::optional<Error> arrange_summaries(MainWindow& window, const ScreenshotOptions& options) {
  if (!options.tab.empty() && !show_tab(window.workspace(), window.settings().panes, options.tab))
    return no_tab(window.workspace(), options.tab);
  if (!options.range) return std::nullopt;
  const OpenRanks* ranks = window.workspace().ranks();
  return Error{Error::Kind::NotFound,
               ranks->history() != nullptr
                   ? "--range works with traces; summaries of many runs are shown by run"
                   : "--range works with traces; the summaries of ranks are shown by step"};
}

std::optional<Error> arrange_ranks(MainWindow& window, const ScreenshotOptions& options) {
  OpenRanks* ranks = window.workspace().ranks();
  if (ranks != nullptr && (ranks->fleet() != nullptr || ranks->history() != nullptr))
    return arrange_summaries(window, options);
  RanksView* view = ranks != nullptr ? ranks->view() : nullptr;
  if (view == nullptr) return std::nullopt;
  if (!options.tab.empty() && !show_tab(window.workspace(), window.settings().panes, options.tab)) {
    return Error{Error::Kind::Invalid, "there is no tab named '" + options.tab +
                                           "'; tabs are Ranks, Collectives, Transfers, Files"};
  }
  if (options.range) {
    const Ns origin_ns = options.range->from_start ? view->run().extent.begin_ns : 0;
    view->viewport.show({saturating_add(origin_ns, options.range->begin_ns),
                         saturating_add(origin_ns, options.range->end_ns)});
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> unread_summaries(const Workspace& workspace) {
  std::vector<std::pair<std::string, std::string>> unread;
  const auto add = [&unread](const auto& problems) {
    for (const auto& problem : problems) unread.emplace_back(problem.file, problem.what);
  };
  const OpenRanks* ranks = workspace.ranks();
  if (ranks == nullptr || !ranks->summarized()) return unread;
  for (const FleetRun* run : {&ranks->fleet_run(), ranks->other()}) {
    if (run == nullptr) continue;
    if (const auto contents = run->contents()) add(contents->run.files.problems);
    if (const auto history = run->history()) add(history->problems);
  }
  return unread;
}

Result<EventId> find_selected(MainWindow& window, const std::string& select) {
  if (select.empty()) return EventId::None;
  const Workspace& workspace = window.workspace();
  if (workspace.trace() == nullptr) {
    if (!workspace.ranks_in_front()) return EventId::None;
    return Error{Error::Kind::Invalid,
                 "--select works with one trace, not with the ranks of a run"};
  }
  const TraceView& trace = workspace.trace()->view;
  const Session& session = trace.session();
  const SearchMatches matches =
      find_matches(*trace.snapshot(), select, [&](EventId event) -> std::optional<JsonValue> {
        Result<JsonValue> json = session.event_json(event);
        return json.ok() ? std::optional(std::move(json).value()) : std::nullopt;
      });
  if (!matches.error.empty()) return Error{Error::Kind::Invalid, matches.error};
  if (!matches.events().empty()) return matches.events().front();
  return Error{Error::Kind::NotFound,
               "no event matches '" + utf8_head(select, kShownBytes) + "'; try part of its name"};
}

std::optional<Error> arrange_view(MainWindow& window, const ScreenshotOptions& options,
                                  EventId selected) {
  OpenTrace* open = window.workspace().trace();
  if (open == nullptr) return arrange_ranks(window, options);
  TraceView& trace = open->view;
  if (!options.tab.empty() && !show_tab(window.workspace(), window.settings().panes, options.tab)) {
    return no_tab(window.workspace(), options.tab);
  }
  const auto event = trace.range_of(selected);
  if (event && !options.range) zoom_to_selected(trace, *event);
  trace.go_to(selected);
  // Last, because a requested range is shown even if the selection is elsewhere.
  if (options.range) {
    const auto range = place_in_trace(*options.range, *trace.snapshot());
    if (!range.ok()) return range.error();
    trace.viewport.show(range.value());
  }
  return std::nullopt;
}

}  // namespace lanescope
