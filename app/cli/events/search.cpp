#include <algorithm>
#include <cstdio>

#include <fmt/core.h>

#include "app/cli/events/event_line.h"
#include "app/cli/events/search_hint.h"
#include "app/cli/events/search_json.h"
#include "app/cli/output/described_rows.h"
#include "app/cli/output/exit_code.h"
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

void print_text(const FoundPage& page, const std::string& hint) {
  std::vector<EventLine> lines;
  for (std::size_t i = page.begin; i < page.end; ++i)
    lines.push_back(*event_line(page.trace, page.found.events[i]));
  if (!lines.empty())
    print_lines(rows_text(page.trace, line_columns(page.trace), lines, lines.size()));
  const std::size_t count = page.found.events.size();
  fmt::print("{}{} ({} total)", lines.empty() ? "" : "\n", counted(count, "event"),
             summed_text(page.found.total_dur_ns, page.found.gpu_dur_ns));
  // Those inside one another make the total exceed the time that passed.
  if (page.found.covered_ns < page.found.total_dur_ns)
    fmt::print("; without overlaps {}",
               summed_text(page.found.covered_ns, page.found.gpu_covered_ns));
  if (page.begin == page.end && count != 0) {
    fmt::print("; none shown (see --limit and --offset)");
  } else if (page.end - page.begin < count) {
    fmt::print("; showing {}–{} (see --limit and --offset)", page.begin + 1, page.end);
  }
  if (!hint.empty()) fmt::print("; {}", hint);
  fmt::print("\n");
}

void print_found(const WaitedTrace& trace, const SearchOptions& options, const EventQuery& query) {
  const FoundEvents found = search_events(*trace, query, event_reader(trace));
  const auto count = static_cast<std::int64_t>(found.events.size());
  const std::int64_t begin = std::min(options.offset, count);
  const std::int64_t limit = options.limit.value_or(options.json ? count : kScreenful);
  const std::int64_t end = begin + std::min(limit, count - begin);
  const FoundPage page{*trace, list_tracks(*trace), found, static_cast<std::size_t>(begin),
                       static_cast<std::size_t>(end)};
  if (options.json) {
    write_search_json(page, [](std::string_view piece) { fmt::print("{}", piece); });
    fmt::print("\n");
  } else {
    print_text(page, search_hint(*trace, query));
  }
}

}  // namespace

int run_search(const SearchOptions& options) {
  const auto query = parse_event_query(options.expression);
  if (!query.ok()) return complain(kWrongUsage, "EXPR", query.error().message);
  return answer_about(options.trace,
                      {.execution_trace = options.execution_trace,
                       .capture_trace = options.capture_trace,
                       .steps = options.steps},
                      [&](const WaitedTrace& trace, const std::string& path) -> int {
                        tell_if_incomplete(*trace, path);
                        print_found(trace, options, query.value());
                        return kDone;
                      });
}

}  // namespace lanescope
