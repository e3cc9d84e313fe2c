// Pictures of whole traces show as much ink as there is work or idle time.
#include "tests/app/lanes/ink.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/app/small_trace_window.h"
#include "tests/core/fixtures/trace_text.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

/// Kernels of 2 to 2 + `spread_us` µs, each after a pause of up to `pause_us`.
std::string many_kernels(int count, int spread_us, int pause_us) {
  TraceText trace;
  std::uint32_t random = 1;
  const auto up_to = [&random](int most) {
    random = random * 1664525U + 1013904223U;
    return static_cast<int>((random >> 8U) % static_cast<std::uint32_t>(most + 1));
  };
  int at_us = 0;
  for (int i = 0; i < count; ++i) {
    at_us += up_to(pause_us);
    const int length_us = 2 + up_to(spread_us);
    trace.kernel(fmt::format("kernel_{}", i % 7), std::to_string(at_us), std::to_string(length_us),
                 std::to_string(i));
    at_us += length_us;
  }
  return trace.text();
}

void check_at_widths(const std::string& file) {
  for (const float width_px : {900.0F, 1600.0F, 2560.0F}) check_ink(file, width_px);
}

}  // namespace

TEST_CASE("with the whole trace in view, idle and busy lanes are filled by their share of time") {
  const TempFolder folder;
  // From thousands of kernels per pixel to bars of a few pixels, from nearly idle to nearly busy.
  check_at_widths(folder.write("thin.json", many_kernels(40'000, 4, 30)));
  check_at_widths(folder.write("even.json", many_kernels(3000, 10, 10)));
  check_at_widths(folder.write("gaps.json", many_kernels(1500, 40, 3)));
  check_at_widths(folder.write("bars.json", many_kernels(200, 40, 9)));
  check_at_widths(folder.write("full.json", many_kernels(250, 20, 0)));
}

TEST_CASE("so are the lanes of the test traces") {
  std::size_t lanes = 0;
  for (const char* name : {"training.json", "workload.json", "two_gpus.json", "graph_launch.json",
                           "flows.json", "sync_rows.json"}) {
    lanes += check_ink(source_folder() + "/tests/traces/" + name, 1600);
  }
  CHECK(lanes >= 8);
}

TEST_CASE("neighbors on a thread keep a pixel between them, those on a stream lose none") {
  TraceText trace;
  for (int i = 0; i < 100; ++i) {
    trace.cpu("cpu_op", "aten::add", std::to_string(10 * i), "10");
    trace.kernel("kernel", std::to_string(10 * i), "10", std::to_string(i));
  }
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("even.json", trace.text()));
  ui.view().viewport.fit();
  ui.settle();
  const auto key_of = [&](std::string_view event) {
    const auto place = slice_place(*ui.view().snapshot(), ui.find(event));
    const auto ref = ui.view().lanes.tree().find(place->track);
    return ui.view().lanes.tree().at(*ref).key;
  };
  const auto empty_columns = [&](std::string_view event) {
    const SeenPixels pixels(row_on_screen(ui, key_of(event)));
    int empty = 0;
    for (int x = 0; x < pixels.width(); ++x) empty += pixels.is_ink(x, pixels.height() / 2) ? 0 : 1;
    return empty;
  };
  CHECK(empty_columns("aten::add") >= 99);
  CHECK(empty_columns("kernel") <= 1);
  // Kernels that touch are told apart by a darker pixel.
  const SeenPixels kernels(row_on_screen(ui, key_of("kernel")));
  int changes = 0;
  for (int x = 1; x < kernels.width(); ++x)
    changes += kernels.at(x, kernels.height() / 2) != kernels.at(x - 1, kernels.height() / 2);
  CHECK(changes >= 190);
}

TEST_CASE("melted slices can be pointed at above their columns, selected and searched") {
  const TempFolder folder;
  UiDriver ui;
  ui.open(folder.write("thin.json", many_kernels(40'000, 4, 30)));
  ui.view().viewport.fit();
  ui.settle();
  const EventId event = ui.find("kernel_3");
  ui.view().go_to(event);
  ui.settle();
  ui.view().viewport.fit();
  ui.settle();
  const auto place = slice_place(*ui.view().snapshot(), event);
  const auto ref = ui.view().lanes.tree().find(place->track);
  const std::string key = ui.view().lanes.tree().at(*ref).key;
  const Rect row = row_on_screen(ui, key);
  // The selection is outlined at full height.
  CHECK(ui.view().selection.contains(event));
  // At the top of the row, where a mostly idle column leaves the background.
  ui.click({(row.x0 + row.x1) / 2, row.y0 + 1});
  ui.settle();
  const EventId clicked = ui.view().selection.primary();
  REQUIRE(clicked != EventId::None);
  CHECK(slice_place(*ui.view().snapshot(), clicked)->track == place->track);
  CHECK(clicked != event);
  // A search leaves matches in their color, and high enough to be seen.
  const auto high_columns = [&] {
    const SeenPixels pixels(row_on_screen(ui, key));
    int high = 0;
    for (int x = 0; x < pixels.width(); ++x) high += pixels.is_ink(x, pixels.height() - 5) ? 1 : 0;
    return high;
  };
  ui.view().search.text = "kernel_3";
  ui.settle();
  ui.frames(2);
  CHECK(high_columns() > row.width() * 0.8F);
}

}  // namespace lanescope
