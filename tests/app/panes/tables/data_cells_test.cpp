#include "app/panes/tables/data_cells.h"

#include <doctest/doctest.h>

#include "core/view/colors/change_colors.h"

namespace lanescope {

TEST_CASE("less time is colored as better, more as worse, none as a number like others") {
  DataTable table{.name_title = "Operator",
                  .columns = {{"Delta", DataKind::Time, true, true}, {"Mean", DataKind::Time}}};
  for (const Ns delta_ns : {-5, 0, 5}) {
    table.rows.push_back({.name = "op", .cells = {{delta_ns, "delta"}, {7, "7 ns"}}});
  }
  const Style style;
  const Ui ui{style};
  const std::vector<std::size_t> chosen{0, 1};
  for (const ThemeKind theme : {ThemeKind::Dark, ThemeKind::Light}) {
    DataCells cells(ui, role_palette(theme), table, chosen);
    const auto color = [&](std::size_t row, std::size_t column) {
      return cells.cell(table.rows[row], column, false).color;
    };
    CHECK(color(0, 1) == packed(change_colors(theme).better));
    CHECK(color(1, 1) == 0);
    CHECK(color(2, 1) == packed(change_colors(theme).worse));
    CHECK(color(2, 2) == 0);
  }
}

TEST_CASE("shares of a change have bars of their size, whichever way they go") {
  const DataTable table{.name_title = "Operator",
                        .columns = {{"Share of change", DataKind::Share}},
                        .rows = {{.name = "more", .cells = {{750'000, "75.0 %"}}},
                                 {.name = "less", .cells = {{-250'000, "−25.0 %"}}}}};
  const Style style;
  const Ui ui{style};
  const std::vector<std::size_t> chosen{0};
  DataCells cells(ui, role_palette(ThemeKind::Dark), table, chosen);
  const auto bar = [&](std::size_t row) { return cells.cell(table.rows[row], 1, false).share; };
  CHECK(bar(0) == doctest::Approx(0.75));
  CHECK(bar(1) == doctest::Approx(0.25));
}

TEST_CASE("the share of a change has the color of the row's own change") {
  const DataTable table{
      .name_title = "Operator",
      .columns = {{"Delta", DataKind::Time, true, true}, {"Share of change", DataKind::Share}},
      .rows = {{.name = "more", .cells = {{5, "+5 ns"}, {-250'000, "−25.0 %"}}},
               {.name = "less", .cells = {{-25, "−25 ns"}, {1'250'000, "125 %"}}}}};
  const Style style;
  const Ui ui{style};
  const std::vector<std::size_t> chosen{0, 1};
  DataCells cells(ui, role_palette(ThemeKind::Dark), table, chosen);
  const ChangeColors& change = change_colors(ThemeKind::Dark);
  CHECK(cells.cell(table.rows[0], 2, false).color == packed(change.worse));
  CHECK(cells.cell(table.rows[1], 2, false).color == packed(change.better));
}

TEST_CASE("changes are by their size at first, then both ways by their sign") {
  const DataTable table{.name_title = "Operator",
                        .columns = {{"Delta", DataKind::Time, true, true}},
                        .ordered_by = "Delta"};
  const std::vector<std::size_t> chosen{0};
  DataQuery query;
  const auto click = [&] {
    const TableSort shown = shown_sort(table, query, chosen);
    sort_by(query, {1, !shown.falling}, table, chosen);
  };
  CHECK(shown_sort(table, query, chosen).column == 1);
  click();
  CHECK(query.sort == 1);
  CHECK(query.falling);
  click();
  CHECK(query.sort == 1);
  CHECK_FALSE(query.falling);
  click();
  CHECK_FALSE(query.sort);
}

}  // namespace lanescope
