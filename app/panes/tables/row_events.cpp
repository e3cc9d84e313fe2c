#include "app/panes/tables/row_events.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// Most events to skip in search of the next one of a row.
constexpr int kMostSkipped = 10'000;

/// How many events a row counts, as displayed; empty if that is not known.
std::string count_of(const DataTable& table, const DataRow& row) {
  if (!row.places.empty()) return count_text(row.places.size());
  std::int64_t count = 0;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string_view title = table.columns[i].title;
    if (title == "Calls") return row.cells[i].text;
    if (title == "Launches" || title == "Graph nodes") count += row.cells[i].number;
  }
  return count > 0 ? count_text(static_cast<std::uint64_t>(count)) : "";
}

}  // namespace

bool counts_in(const Snapshot& trace, const DataTable& table, std::uint32_t row, EventId event) {
  const std::vector<EventId>& places = table.rows[row].places;
  if (!places.empty()) return std::ranges::find(places, event) != places.end();
  return event != EventId::None &&
         (event == table.rows[row].event || row_of_event(trace, table, event) == row);
}

EventId next_instance(const Snapshot& trace, const DataTable& table, std::uint32_t row,
                      EventId from, Direction direction) {
  if (!counts_in(trace, table, row, from)) return EventId::None;
  const DataRow& of = table.rows[row];
  if (!of.places.empty()) return next_place(of, from, direction == Direction::Next);
  EventId next = from;
  for (int i = 0; next != EventId::None && i < kMostSkipped; ++i) {
    next = neighbour_of_name(trace, next, direction);
    if (next != EventId::None && counts_in(trace, table, row, next)) break;
  }
  return next;
}

std::string instance_words(const Snapshot& trace, const DataTable& table, std::uint32_t row,
                           EventId selected) {
  const DataRow& of = table.rows[row];
  const std::string count = count_of(table, of);
  if (table.goes_to.empty() || of.event == EventId::None || count.empty() || count == "1")
    return "";
  if (!counts_in(trace, table, row, selected)) return "";
  const std::string which =
      selected == of.event ? table.goes_to + " of " + count : "one of " + count;
  return which + " · Enter: next, Shift+Enter: previous";
}

}  // namespace lanescope
