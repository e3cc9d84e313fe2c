#include <algorithm>
#include <cstdio>

#include <fmt/core.h>

#include "app/cli/events/event_line.h"
#include "app/cli/events/search_hint.h"
#include "app/cli/output/described_rows.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/traces/named_traces.h"
#include "app/cli/traces/open_trace.h"
#include "app/cli/verbs.h"
#include "core/analysis/search/event_query.h"
#include "core/view/navigation/search_model.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::int64_t kScreenful = 50;
constexpr std::size_t kNameWidth = 60;
constexpr std::size_t kLaneWidth = 40;

/// The requested part of the result.
struct Page {
  const Snapshot& trace;
  const TrackList lanes;
  const FoundEvents& found;
  std::size_t begin = 0, end = 0;
};

/// Prints events in pieces, because a trace may have millions.
void print_json(const Page& page) {
  constexpr std::size_t kPieceBytes = 64U << 10;
  std::string text;
  JsonWriter out(text);
  out.begin_object(JsonLayout::Spaced);
  out.member("count", page.found.events.size());
  out.member("total_dur_ns", page.found.total_dur_ns);
  out.member("gpu_dur_ns", page.found.gpu_dur_ns);
  out.member("host_dur_ns", page.found.total_dur_ns - page.found.gpu_dur_ns);
  out.key("events");
  out.begin_array(JsonLayout::Lines);
  for (std::size_t i = page.begin; i < page.end; ++i) {
    const auto line = event_line(page.trace, page.found.events[i]);
    write_json(out, event_line_json(page.trace, page.lanes, *line));
    if (text.size() < kPieceBytes) continue;
    fmt::print("{}", with_escaped_controls(std::move(text)));
    text.clear();
  }
  out.end();
  out.end();
  fmt::print("{}\n", with_escaped_controls(std::move(text)));
}

RowColumns<EventLine> line_columns(const Snapshot& trace) {
  using enum ValueKind;
  const auto category = [&](const EventLine& line) {
    return trace.categories[index_of(line.category)].name;
  };
  const auto lane = [&](const EventLine& line) { return lane_title(trace, line.track); };
  return {{{"", "id"}, Id, [](const EventLine& line) { return index_of(line.event); }},
          {{"", "start"}, Moment, &EventLine::start_ns},
          {{"", "duration"}, Time, &EventLine::dur_ns},
          {{"", "category"}, Name, category, {.width = kLaneWidth}},
          {{"", "lane"}, Name, lane, {.width = kLaneWidth}},
          {{"", "name"}, Name, &EventLine::name, {.width = kNameWidth}}};
}

void print_text(const Page& page, const std::string& hint) {
  std::vector<EventLine> lines;
  for (std::size_t i = page.begin; i < page.end; ++i)
    lines.push_back(*event_line(page.trace, page.found.events[i]));
  if (!lines.empty())
    print_lines(rows_text(page.trace, line_columns(page.trace), lines, lines.size()));
  const std::size_t count = page.found.events.size();
  fmt::print("{}{} ({} total)", lines.empty() ? "" : "\n", counted(count, "event"),
             summed_text(page.found.total_dur_ns, page.found.gpu_dur_ns));
  if (page.begin == page.end && count != 0) {
    fmt::print("; none shown (see --limit and --offset)");
  } else if (page.end - page.begin < count) {
    fmt::print("; showing {}–{} (see --limit and --offset)", page.begin + 1, page.end);
  }
  if (!hint.empty()) fmt::print("; {}", hint);
  fmt::print("\n");
}

}  // namespace

int run_search(const SearchOptions& options) {
  const auto query = parse_event_query(options.expression);
  if (!query.ok()) return complain(kWrongUsage, "EXPR", query.error().message);
  const auto path = single_trace(options.trace);
  if (!path.ok()) return complain(kUnusable, options.trace, path.error().message);
  const auto opened = open_trace(path.value(), options.execution_trace, options.capture_trace);
  if (!opened.ok()) return complain(kUnusable, path.value(), opened.error().message);
  const WaitedTrace& trace = opened.value();
  const FoundEvents found = search_events(*trace, query.value(), event_reader(trace));
  const auto count = static_cast<std::int64_t>(found.events.size());
  const std::int64_t begin = std::min(options.offset, count);
  const std::int64_t limit = options.limit.value_or(options.json ? count : kScreenful);
  const std::int64_t end = begin + std::min(limit, count - begin);
  const Page page{*trace, list_tracks(*trace), found, static_cast<std::size_t>(begin),
                  static_cast<std::size_t>(end)};
  if (options.json) {
    print_json(page);
  } else {
    print_text(page, search_hint(*trace, query.value()));
  }
  if (const auto changed = change_of(trace))
    return complain(kUnusable, path.value(), changed->message);
  return kDone;
}

}  // namespace lanescope
