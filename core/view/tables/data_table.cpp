#include "core/view/tables/data_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "core/base/text/minus.h"
#include "core/view/results/diff_text.h"
#include "core/view/tables/column_words.h"
#include "core/view/tables/table_filter.h"
#include "core/view/text/escaping.h"
#include "core/view/text/names/differing_part.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::int64_t kWholeShare = 1'000'000;  // in millionths, as in cells

std::vector<bool> rows_that_match(const Snapshot& snapshot, const DataTable& table,
                                  const TableFilter& filter, const std::stop_token& stop) {
  std::vector<bool> match(table.rows.size());
  std::uint32_t wanted_depth = 0;  // of a matching row's parents, going from the end to the start
  for (std::size_t i = table.rows.size(); i-- > 0 && !stop.stop_requested();) {
    const DataRow& row = table.rows[i];
    const bool around = row.depth < wanted_depth;
    match[i] = around || filter.matches(snapshot, row);
    if (match[i]) {
      wanted_depth = row.depth;
    } else if (row.depth < wanted_depth) {
      wanted_depth = 0;
    }
  }
  return match;
}

bool less_by_name(const Snapshot& snapshot, const DataRow& a, const DataRow& b) {
  return a.name != b.name ? a.name < b.name : whole_name(snapshot, a) < whole_name(snapshot, b);
}

/// Cells without a value sort last in either direction.
bool goes_before(const DataColumn& column, const DataCell& a, const DataCell& b, bool falling) {
  if (a.text.empty() != b.text.empty()) return b.text.empty();
  if (column.kind == DataKind::Text) return falling ? b.text < a.text : a.text < b.text;
  return falling ? b.number < a.number : a.number < b.number;
}

std::string_view csv_unit(DataKind kind) {
  if (kind == DataKind::Time) return " (ns)";
  if (kind == DataKind::Bytes) return " (bytes)";
  return kind == DataKind::Share ? " (share)" : "";
}

std::string csv_value(const DataColumn& column, const DataCell& cell) {
  return column.kind == DataKind::Text ? csv_field(cell.text) : plain_value(column, cell);
}

/// Leaves out what lies inside folded rows of a tree.
void fold_rows(const DataTable& table, const DataQuery& query, std::vector<std::uint32_t>& order) {
  if (query.folded.empty()) return;
  std::uint32_t closed_depth = std::numeric_limits<std::uint32_t>::max();
  std::erase_if(order, [&](std::uint32_t row) {
    const std::uint32_t depth = table.rows[row].depth;
    if (depth > closed_depth) return true;
    const bool folded = std::ranges::binary_search(query.folded, row);
    closed_depth = folded ? depth : std::numeric_limits<std::uint32_t>::max();
    return false;
  });
}

DataCell sum_cell(const DataColumn& column, std::int64_t sum) {
  switch (column.kind) {
    case DataKind::Time:
    case DataKind::Bar:
      return column.change ? DataCell{sum, signed_duration(static_cast<double>(sum))}
                           : time_cell(sum);
    case DataKind::Bytes:
      return bytes_cell(sum);
    case DataKind::Share:
      return ratio_cell(static_cast<double>(sum), static_cast<double>(kWholeShare));
    case DataKind::Count:
      return {sum, format_count(sum)};
    case DataKind::Real:
    case DataKind::Text:
      break;
  }
  return {};
}

struct RowSum {
  std::int64_t sum = 0;
  std::int64_t values = 0;  // rows that have one
};

RowSum add_up(const DataTable& table, std::size_t column, std::span<const std::uint32_t> rows) {
  RowSum sum;
  for (const std::uint32_t row : rows) {
    if (table.rows[row].tone == DataTone::Dim) continue;
    const DataCell& cell = table.rows[row].cells[column];
    sum.sum = saturating_add(sum.sum, cell.number);
    if (!cell.text.empty()) ++sum.values;
  }
  return sum;
}

/// Without text if no row has a value. `all` are the rows of which the sum is the table's.
DataCell sum_of_column(const DataTable& table, std::size_t column,
                       std::span<const std::uint32_t> rows, std::span<const std::uint32_t> all) {
  RowSum sum = add_up(table, column, rows);
  if (sum.values == 0) return {};
  // Each share is rounded to a millionth, so those of all rows may just miss the whole.
  const std::int64_t missing = std::abs(kWholeShare - sum.sum);
  const bool may_be_whole = table.columns[column].kind == DataKind::Share && missing != 0 &&
                            missing <= (sum.values + 1) / 2;
  if (may_be_whole && add_up(table, column, all).sum == sum.sum) sum.sum = kWholeShare;
  return sum_cell(table.columns[column], sum.sum);
}

/// Those that are not inside another one of them.
std::vector<std::uint32_t> outermost_rows(const DataTable& table,
                                          std::span<const std::uint32_t> rows) {
  std::vector<std::uint32_t> in_tree(rows.begin(), rows.end());
  std::ranges::sort(in_tree);
  std::size_t end = 0;  // of the rows inside the last one kept
  std::erase_if(in_tree, [&](std::uint32_t row) {
    if (row < end) return true;
    end = row + 1;
    while (end < table.rows.size() && table.rows[end].depth > table.rows[row].depth) ++end;
    return false;
  });
  return in_tree;
}

std::vector<std::size_t> written_columns(const DataTable& table,
                                         std::span<const std::size_t> shown) {
  std::vector<std::size_t> written(shown.begin(), shown.end());
  std::erase_if(written, [&table](std::size_t column) {
    return table.columns[column].kind == DataKind::Bar;
  });
  return written;
}

std::string markdown_field(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '<' || c == '*' || c == '_' || c == '`') safe += '\\';
    safe += c == '\n' || c == '\r' ? ' ' : c;
  }
  return safe;
}

}  // namespace

std::string_view whole_name(const Snapshot& snapshot, const DataRow& row) {
  if (!row.own_name.empty()) return row.own_name;
  const std::string_view full = snapshot.text(row.full_name);
  return full.empty() ? std::string_view(row.name) : full;
}

void tell_rows_apart(const Snapshot& snapshot, DataTable& table) {
  std::vector<std::string> titles;
  std::vector<std::string_view> wholes;
  for (const DataRow& row : table.rows) {
    titles.push_back(row.name);
    wholes.push_back(whole_name(snapshot, row));
  }
  tell_names_apart(titles, wholes);
  const std::vector<std::uint32_t> parts =
      differing_parts(std::vector<std::string_view>(titles.begin(), titles.end()));
  for (std::size_t i = 0; i < titles.size(); ++i) {
    table.rows[i].name = std::move(titles[i]);
    table.rows[i].differs_at = parts[i];
  }
}

DataCell count_cell(std::uint64_t count) {
  const auto number = static_cast<std::int64_t>(count);
  return {number, format_count(number)};
}

DataCell time_cell(Ns time_ns) {
  return {time_ns, format_duration(time_ns)};
}

DataCell bytes_cell(std::int64_t bytes) {
  return {bytes, format_bytes(bytes)};
}

DataCell share_cell(std::int64_t part, std::int64_t whole) {
  return ratio_cell(static_cast<double>(part), static_cast<double>(whole));
}

DataCell ratio_cell(double part, double whole) {
  if (whole <= 0) return {};
  const double share = part / whole;
  return {static_cast<std::int64_t>(share * 1e6 + (share < 0 ? -0.5 : 0.5)), format_share(share)};
}

DataCell real_cell(std::optional<double> value) {
  if (!value || !std::isfinite(*value)) return {};
  constexpr double kMost = 9e12;  // fits in millionths
  const double kept = std::clamp(*value, -kMost, kMost);
  return {static_cast<std::int64_t>(std::llround(kept * 1e6)),
          with_minus(fmt::format("{:.4g}", *value))};
}

DataCell scaled_cell(double value, std::string_view unit) {
  constexpr std::array<std::string_view, 6> kPrefixes{"", " k", " M", " G", " T", " P"};
  double shown = value;
  std::size_t prefix = 0;
  for (; std::fabs(shown) >= 1000 && prefix + 1 < kPrefixes.size(); ++prefix) shown /= 1000;
  const std::string_view gap = prefix == 0 && !unit.empty() ? " " : "";
  return {static_cast<std::int64_t>(std::llround(std::clamp(value, -9e18, 9e18))),
          with_minus(fmt::format("{:.4g}", shown)) +
              fmt::format("{}{}{}", kPrefixes[prefix], gap, unit)};
}

DataCell text_cell(std::string text) {
  return {0, std::move(text)};
}

bool has_values(const DataTable& table, std::size_t column) {
  return std::ranges::any_of(
      table.rows, [column](const DataRow& row) { return !row.cells[column].text.empty(); });
}

std::optional<std::uint32_t> row_of_event(const Snapshot& snapshot, const DataTable& table,
                                          EventId event) {
  if (event == EventId::None) return std::nullopt;
  if (table.row_of) return table.row_of(snapshot, event);
  const auto home = snapshot.find_slice(event);
  std::optional<std::uint32_t> named;
  for (std::uint32_t i = 0; i < table.rows.size(); ++i) {
    if (table.rows[i].event == event) return i;
    const bool same_name = home && table.rows[i].full_name == home->chunk->name[home->slice];
    if (same_name && !named) named = i;
  }
  return named;
}

EventId next_place(const DataRow& row, EventId event, bool forward) {
  const auto at = std::ranges::find(row.places, event);
  if (at == row.places.end()) return EventId::None;
  if (forward) return at + 1 == row.places.end() ? EventId::None : *(at + 1);
  return at == row.places.begin() ? EventId::None : *(at - 1);
}

std::vector<std::uint32_t> order_rows(const Snapshot& snapshot, const DataTable& table,
                                      const DataQuery& query, const std::stop_token& stop) {
  std::vector<std::uint32_t> order(table.rows.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto filter = TableFilter::parse(query.filter, table);
  if (filter.ok() && !filter.value().empty()) {
    const auto match = rows_that_match(snapshot, table, filter.value(), stop);
    std::erase_if(order, [&match](std::uint32_t row) { return !match[row]; });
  }
  if (!query.sort && query.filter.empty()) fold_rows(table, query, order);
  if (!query.sort || stop.stop_requested()) return order;
  const std::size_t sort = *query.sort;
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const DataRow& left = table.rows[a];
    const DataRow& right = table.rows[b];
    if (sort == 0) {
      return query.falling ? less_by_name(snapshot, right, left)
                           : less_by_name(snapshot, left, right);
    }
    return goes_before(table.columns[sort - 1], left.cells[sort - 1], right.cells[sort - 1],
                       query.falling);
  });
  return order;
}

bool has_rows_inside(const DataTable& table, std::uint32_t row) {
  return row + 1 < table.rows.size() && table.rows[row + 1].depth > table.rows[row].depth;
}

std::vector<std::uint32_t> rows_that_fold(const DataTable& table) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < table.rows.size(); ++row) {
    if (has_rows_inside(table, row)) rows.push_back(row);
  }
  return rows;
}

std::vector<std::uint32_t> matching_rows(const Snapshot& snapshot, const DataTable& table,
                                         const DataQuery& query,
                                         std::span<const std::uint32_t> listed) {
  std::vector<std::uint32_t> rows(listed.begin(), listed.end());
  if (query.filter.empty() || rows_that_fold(table).empty()) return rows;
  const auto filter = TableFilter::parse(query.filter, table);
  if (!filter.ok()) return rows;
  std::erase_if(
      rows, [&](std::uint32_t row) { return !filter.value().matches(snapshot, table.rows[row]); });
  return rows;
}

std::vector<DataCell> sums_of(const DataTable& table, std::span<const std::uint32_t> rows,
                              const std::stop_token& stop) {
  std::vector<std::uint32_t> all(table.rows.size());
  std::iota(all.begin(), all.end(), 0U);
  const std::vector<std::uint32_t> outermost = outermost_rows(table, rows);
  const std::vector<std::uint32_t> roots = outermost_rows(table, all);
  std::vector<DataCell> sums(table.columns.size());
  for (std::size_t i = 0; i < table.columns.size() && !stop.stop_requested(); ++i) {
    const ColumnSum how = column_words(table.name_title, table.columns[i].title).sum;
    if (how == ColumnSum::None) continue;
    sums[i] = how == ColumnSum::Rows ? sum_of_column(table, i, rows, all)
                                     : sum_of_column(table, i, outermost, roots);
  }
  return sums;
}

std::string plain_value(const DataColumn& column, const DataCell& cell) {
  if (column.kind == DataKind::Text || cell.text.empty()) return cell.text;
  if (column.kind != DataKind::Share && column.kind != DataKind::Real)
    return std::to_string(cell.number);
  return fmt::format("{}{}.{:06}", cell.number < 0 ? "-" : "", std::abs(cell.number / 1'000'000),
                     std::abs(cell.number % 1'000'000));
}

std::string table_csv(const Snapshot& snapshot, const DataTable& table,
                      std::span<const std::uint32_t> rows, std::span<const std::size_t> shown) {
  const std::vector<std::size_t> columns = written_columns(table, shown);
  std::string csv = csv_field(table.name_title);
  for (const std::size_t column : columns) {
    csv += "," + csv_field(table.columns[column].title +
                           std::string(csv_unit(table.columns[column].kind)));
  }
  for (const std::uint32_t number : rows) {
    const DataRow& row = table.rows[number];
    csv += "\r\n" + csv_field(whole_name(snapshot, row));
    for (const std::size_t column : columns) {
      csv += "," + csv_value(table.columns[column], row.cells[column]);
    }
  }
  return csv + "\r\n";
}

std::string table_markdown(const DataTable& table, std::span<const std::uint32_t> rows,
                           std::span<const std::size_t> shown) {
  const std::vector<std::size_t> columns = written_columns(table, shown);
  std::string head = "| " + markdown_field(table.name_title) + " |";
  std::string line = "| --- |";
  for (const std::size_t column : columns) {
    head += " " + markdown_field(table.columns[column].title) + " |";
    line += table.columns[column].kind == DataKind::Text ? " --- |" : " ---: |";
  }
  std::string text = head + "\n" + line + "\n";
  for (const std::uint32_t number : rows) {
    const DataRow& row = table.rows[number];
    text += "| " + markdown_field(row.name) + " |";
    for (const std::size_t column : columns) {
      text += " " + markdown_field(row.cells[column].text) + " |";
    }
    text += "\n";
  }
  return text;
}

}  // namespace lanescope
