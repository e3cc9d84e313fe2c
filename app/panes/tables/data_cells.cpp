#include "app/panes/tables/data_cells.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/tooltip.h"
#include "core/view/colors/change_colors.h"
#include "core/view/colors/step_look.h"
#include "core/view/tables/column_words.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kIndentPx = 14;
constexpr std::uint32_t kMostIndents = 24;
constexpr float kHatchShare = 0.7F;
constexpr float kDim = 0.45F;  // for parts that do not count with the others

/// Whether a byte of UTF-8 is the first one of its character.
bool begins_letter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

float width_of(DataKind kind) {
  switch (kind) {
    case DataKind::Bar:
      return 260;
    case DataKind::Text:
      return 150;
    case DataKind::Time:
    case DataKind::Bytes:
      return 96;
    case DataKind::Count:
    case DataKind::Real:
    case DataKind::Share:
      break;
  }
  return 76;
}

/// The letters of the longest cell in the first rows, which are the ones looked at most.
float longest_cell(const DataTable& table, std::size_t column) {
  constexpr std::size_t kRows = 200;
  std::size_t longest = 0;
  for (std::size_t row = 0; row < std::min(kRows, table.rows.size()); ++row) {
    const std::string& text = table.rows[row].cells[column].text;
    longest =
        std::max(longest, static_cast<std::size_t>(std::ranges::count_if(text, begins_letter)));
  }
  return static_cast<float>(longest);
}

/// The width of a column: of text no wider than it needs, of numbers no narrower.
float cells_width(const DataTable& table, std::size_t column) {
  constexpr float kCharacterPx = 6.4F, kAroundPx = 36;
  constexpr float kDigitPx = 7.2F, kAroundDigitsPx = 16;  // of the face of numbers
  const DataKind kind = table.columns[column].kind;
  if (kind == DataKind::Bar) return width_of(kind);
  const float longest = longest_cell(table, column);
  return kind == DataKind::Text ? std::min(width_of(kind), kAroundPx + kCharacterPx * longest)
                                : std::max(width_of(kind), kAroundDigitsPx + kDigitPx * longest);
}

/// The least width of a column in which numbers are not cut. Sums may have more digits than any
/// number of a column of counts, so that one gives nothing up; other numbers have a longest form.
float needed_width(const DataTable& table, std::size_t column) {
  constexpr float kLeastBarPx = 150;
  constexpr float kDigitPx = 7.2F, kAroundDigitsPx = 16;
  const auto digits = [&](float longest_form) {
    return kAroundDigitsPx + kDigitPx * std::max(longest_form, longest_cell(table, column));
  };
  switch (table.columns[column].kind) {
    case DataKind::Bar:
      return kLeastBarPx;
    case DataKind::Time:
      return digits(9);  // "999.9 min"
    case DataKind::Bytes:
      return digits(9);  // "999.9 MiB"
    case DataKind::Share:
    case DataKind::Real:
      return digits(7);  // "100.0 %"
    case DataKind::Count:
    case DataKind::Text:
      break;
  }
  return cells_width(table, column);
}

/// Of the longest name, approximately.
float names_width(const DataTable& table) {
  constexpr std::size_t kRows = 200;
  constexpr float kCharacterPx = 6.8F, kSwatchPx = 16, kFoldPx = 16;
  float longest = 0;
  for (std::size_t i = 0; i < std::min(kRows, table.rows.size()); ++i) {
    const DataRow& row = table.rows[i];
    const auto letters = static_cast<float>(std::ranges::count_if(row.name, begins_letter));
    const auto depth = static_cast<float>(std::min(row.depth, kMostIndents));
    longest = std::max(longest, kCharacterPx * letters + kIndentPx * depth +
                                    (row.role ? kSwatchPx : 0) + (row.depth > 0 ? kFoldPx : 0));
  }
  return longest;
}

/// Whether the values end in what matters: a line number, the last module, the rank of a file.
bool is_place(std::string_view title) {
  return title == "Source" || title == "Enclosing Python" || title == "Module" || title == "File" ||
         title == "Last";
}

/// What a cell tells of a change: the change itself, or that of the row whose share it is. 0: none.
std::int64_t change_told_by(const DataTable& table, const DataRow& row, std::size_t column) {
  if (table.columns[column].change) return row.cells[column].number;
  if (table.columns[column].kind != DataKind::Share) return 0;
  const auto change = std::ranges::find_if(table.columns, &DataColumn::change);
  if (change == table.columns.end()) return 0;
  return row.cells[static_cast<std::size_t>(change - table.columns.begin())].number;
}

float share_of(Ns part_ns, Ns whole_ns) {
  return whole_ns <= 0 ? 0 : static_cast<float>(part_ns) / static_cast<float>(whole_ns);
}

}  // namespace

void sort_by(DataQuery& query, const TableSort& click, const DataTable& table,
             std::span<const std::size_t> chosen) {
  const std::size_t column = click.column == 0 ? 0 : chosen[click.column - 1] + 1;
  const bool by_number = column != 0 && table.columns[column - 1].kind != DataKind::Text;
  // Sorted by that column from the start, so that the first click reverses it.
  const bool is_natural = column != 0 && table.columns[column - 1].title == table.ordered_by;
  // Changes are by their size at first; both orders that tell gains from losses come after it.
  const bool by_size = is_natural && table.columns[column - 1].change;
  if (by_size && !query.sort) {
    query.sort = column;
    query.falling = true;
    return;
  }
  const bool back = is_natural && !by_size ? click.falling : click.falling == by_number;
  if (query.sort == column && back) {
    query.sort.reset();
    query.falling = DataQuery().falling;
  } else {
    query.sort = column;
    query.falling = click.falling;
  }
}

TableSort shown_sort(const DataTable& table, const DataQuery& query,
                     std::span<const std::size_t> chosen) {
  if (query.sort == 0) return {0, query.falling};
  std::size_t wanted = table.columns.size();
  if (query.sort) {
    wanted = *query.sort - 1;
  } else if (!table.ordered_by.empty()) {
    const auto at = std::ranges::find(table.columns, table.ordered_by, &DataColumn::title);
    wanted = static_cast<std::size_t>(at - table.columns.begin());
  }
  const auto at = std::ranges::find(chosen, wanted);
  if (at == chosen.end()) return {chosen.size() + 1, query.falling};
  return {static_cast<std::size_t>(at - chosen.begin()) + 1, query.falling};
}

std::vector<TableColumn> DataCells::columns(const DataTable& table,
                                            std::span<const std::size_t> chosen) {
  std::vector<TableColumn> columns{TableColumn{.title = table.name_title,
                                               .width_px = 0,
                                               .number = false,
                                               .help = column_words(table.name_title, "").help,
                                               .needed_px = names_width(table)}};
  for (const std::size_t i : chosen) {
    const DataColumn& column = table.columns[i];
    const float title_px = 18 + 6.4F * static_cast<float>(column.title.size());
    const bool number = column.kind != DataKind::Text && column.kind != DataKind::Bar;
    const std::string_view help = column_words(table.name_title, column.title).help;
    columns.push_back({.title = column.title,
                       .width_px = std::max(cells_width(table, i), title_px),
                       .number = number,
                       .help = help.empty() ? column.help : help,
                       .keeps_end = is_place(column.title),
                       .needed_px = std::max(needed_width(table, i), title_px)});
  }
  return columns;
}

TableCell DataCells::cell(const DataRow& row, std::size_t column, bool as_tree) {
  if (column == 0) return name_cell(row, as_tree);
  const std::size_t number = chosen_[column - 1];
  const DataCell& from = row.cells[number];
  const Colors& color = ui_->color();
  TableCell cell{from.text};
  const DataKind kind = table_->columns[number].kind;
  if (const std::int64_t change = change_told_by(*table_, row, number); change != 0) {
    const ChangeColors& colors = change_colors(*palette_);
    cell.color = packed(change < 0 ? colors.better : colors.worse);
  }
  if (row.tone == DataTone::Dim) cell.color = color.faint;
  if (row.tone == DataTone::Alert && kind == DataKind::Text) cell.color = color.warning;
  if (kind == DataKind::Share && !from.text.empty()) {
    // Of a change, what offsets it is negative; its size is seen all the same.
    cell.share = std::abs(static_cast<float>(from.number)) / 1e6F;
  }
  if (kind != DataKind::Bar) return cell;
  bar_.clear();
  for (std::size_t i = 0; i < std::min(row.parts.size(), table_->parts.size()); ++i) {
    bar_.push_back({share_of(row.parts[i], table_->longest_bar_ns),
                    color_of(table_->parts[i], row.tone == DataTone::Dim),
                    hatch_of(table_->parts[i])});
  }
  cell.bar = bar_;
  cell.bar_mark = share_of(table_->usual_bar_ns, table_->longest_bar_ns);
  return cell;
}

TableCell DataCells::name_cell(const DataRow& row, bool as_tree) const {
  TableCell cell{row.name};
  cell.differs_at = row.differs_at;
  if (row.role) cell.swatch = palette_->fill_of(*row.role, row.shade);
  if (row.tone == DataTone::Dim) {
    cell.color = ui_->color().faint;
    cell.swatch = faded(cell.swatch, kDim);
  }
  if (as_tree) cell.indent_px = kIndentPx * static_cast<float>(std::min(row.depth, kMostIndents));
  return cell;
}

ImU32 DataCells::color_of(const DataPart& part, bool dim) const {
  const ImU32 color =
      part.role ? palette_->fill_of(*part.role, part.shade) : packed(remainder_color(*palette_));
  return dim ? faded(color, kDim) : color;
}

ImU32 DataCells::hatch_of(const DataPart& part) const {
  return part.hatched ? faded(ui_->color().background, kHatchShare) : 0;
}

void DataCells::draw_parts(const DataRow& row, const TableSpot& spot) const {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const float at = (mouse.x - spot.rect.x0) / std::max(1.0F, spot.rect.width());
  Ns whole_ns = 0;
  for (const Ns part_ns : row.parts) whole_ns = saturating_add(whole_ns, part_ns);
  std::vector<std::string> texts;  // the lines point into it
  texts.reserve(row.parts.size());
  std::vector<TooltipLine> lines{{"", row.name, 0, &ui_->face().strong}};
  float end = 0;
  bool found = false;
  for (std::size_t i = 0; i < std::min(row.parts.size(), table_->parts.size()); ++i) {
    if (row.parts[i] == 0) continue;
    end += share_of(row.parts[i], table_->longest_bar_ns);
    const bool under_mouse = !found && at < end;
    found = found || under_mouse;
    texts.push_back(format_duration(row.parts[i]) + "   " +
                    format_share(static_cast<double>(row.parts[i]) /
                                 static_cast<double>(std::max<Ns>(1, whole_ns))));
    lines.push_back({table_->parts[i].title, texts.back(),
                     under_mouse ? ui_->color().text : ui_->color().dim, &ui_->face().mono,
                     color_of(table_->parts[i], false)});
  }
  const std::string usual = format_duration(table_->usual_bar_ns);
  if (table_->usual_bar_ns != 0) {
    lines.push_back({"Median step time", usual, ui_->color().dim, &ui_->face().mono});
  }
  draw_tooltip(*ui_, mouse, lines);
}

float DataCells::draw_legend(Rect line) const {
  // What no bar contains has no place in the legend.
  const auto is_drawn = [this](std::size_t part) {
    return std::ranges::any_of(table_->rows, [part](const DataRow& row) {
      return part < row.parts.size() && row.parts[part] != 0;
    });
  };
  const Ui& ui = *ui_;
  const Face& face = ui.face().small;
  float x = line.x0;
  for (std::size_t i = 0; i < table_->parts.size(); ++i) {
    if (!is_drawn(i)) continue;
    const DataPart& part = table_->parts[i];
    const float wide = ui.px(14) + text_width(face, part.title);
    if (x + wide > line.x1) break;
    const float top = std::floor((line.y0 + line.y1 - ui.px(9)) / 2);
    const Rect square{x, top, x + ui.px(9), top + ui.px(9)};
    fill_rect(square, color_of(part, false), ui.px(2));
    if (part.hatched) paint_hatch(ui, *ImGui::GetWindowDrawList(), square, hatch_of(part));
    draw_text(face, {x + ui.px(14), centered_y(face, line)}, ui.color().dim, part.title);
    const Rect entry{x, line.y0, x + wide, line.y1};
    const std::string_view help = column_words(table_->name_title, part.title).help;
    if (!help.empty() && ImGui::IsWindowHovered() && entry.contains(ImGui::GetIO().MousePos))
      draw_hint(ui, entry, help);
    x += wide + ui.px(14);
  }
  return x - line.x0;
}

}  // namespace lanescope
