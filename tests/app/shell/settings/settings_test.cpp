#include "app/shell/settings/settings.h"

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

TEST_CASE("settings come back as they were saved") {
  const TempFolder folder;
  const std::string path = folder.path() + "/deep/settings.json";
  Settings settings;
  settings.theme = ThemeKind::Light;
  settings.zoom = 1.2F;
  settings.panes.details_px = 400;
  settings.panes.bottom_shown = false;
  settings.note_opened("/traces/a.json", 100);
  settings.note_opened("/traces/b.json", 200);
  settings.note_opened("/traces/a.json", 300);
  REQUIRE_FALSE(SettingsFile(path).save(settings).has_value());
  const Settings back = SettingsFile(path).load();
  CHECK(back.theme == ThemeKind::Light);
  CHECK(back.zoom == doctest::Approx(1.2));
  CHECK(back.panes == settings.panes);
  CHECK(back.recent == std::vector<RecentFile>{{"/traces/a.json", 300}, {"/traces/b.json", 200}});
}

TEST_CASE("what was asked of a process is there for the next one, but not its file") {
  Settings settings;
  settings.note_attach({.shapes = false,
                        .memory = true,
                        .sample = false,
                        .by_steps = true,
                        .steps = "12",
                        .file = "a"});
  settings.recordings_folder = "/traces";
  const Settings back = parse_settings(settings_text(settings));
  CHECK(back.attach.memory);
  CHECK_FALSE(back.attach.shapes);
  CHECK_FALSE(back.attach.sample);
  CHECK(back.attach.by_steps);
  CHECK(back.attach.steps == "12");
  CHECK(back.attach.duration == AttachRequest().duration);
  CHECK(back.attach.file.empty());
  CHECK(back.recordings_folder == "/traces");
}

TEST_CASE("settings that make no sense are the usual ones") {
  CHECK(parse_settings("").panes == PaneSizes());
  CHECK(parse_settings("[1, 2]").panes == PaneSizes());
  const Settings odd = parse_settings(
      R"({"zoom": 1e30, "theme": 7, "panes": {"details_px": -5, "labels_px": "wide"}, "recent": [1, "a", null, {"path": 3}, {}]})");
  CHECK(odd.zoom == 3);
  CHECK(odd.theme == ThemeKind::Dark);
  CHECK(odd.panes.details_px >= 200);
  CHECK(odd.panes.labels_px == PaneSizes().labels_px);
  CHECK(odd.recent == std::vector<RecentFile>{{"a", 0}});
}

TEST_CASE("changed thresholds are kept as people write them, and wrong ones left out") {
  Settings settings;
  CHECK(settings_text(settings).find("\"thresholds\": {}") != std::string::npos);
  settings.thresholds.tiny_kernel_ns = 8'000;
  settings.thresholds.idle_pct = 12.5;
  const std::string text = settings_text(settings);
  CHECK(text.find("\"tiny_kernel\": \"8us\"") != std::string::npos);
  CHECK(parse_settings(text).thresholds == settings.thresholds);
  const Settings odd = parse_settings(
      R"({"thresholds": {"idle": "500%", "gone": "1", "tiny_kernel": 3, "poll_loop": "4"}})");
  CHECK(odd.thresholds.poll_loop == 4);
  CHECK(changed_thresholds(odd.thresholds).size() == 1);
}

TEST_CASE("what is known of GPUs is kept, and forgotten when it makes no sense") {
  Settings settings;
  settings.thresholds.gpu_peaks = {{"H200", {67, 494.7, 0, 0, 0}, 4800}};
  CHECK(parse_settings(settings_text(settings)).thresholds == settings.thresholds);
  CHECK(parse_settings(R"({"gpu_peaks": {"gpus": [7]}})").thresholds == Thresholds());
  CHECK(parse_settings(R"({"gpu_peaks": 3})").thresholds == Thresholds());
}

TEST_CASE("columns of tables are kept, as far as they make sense") {
  Settings settings;
  settings.tables.of("Ops");  // nothing was changed
  settings.tables.of("Kernels") = {{{"Calls", 90}}, {{"Role", false}, {"Std", true}}};
  const std::string text = settings_text(settings);
  CHECK(text.find("Ops") == std::string::npos);
  CHECK(parse_settings(text).tables.of("Kernels") == settings.tables.of("Kernels"));
  Settings odd = parse_settings(
      R"({"tables": {"A": {"widths": {"x": 1e30, "y": "wide", "z": -3}, "shown": {"x": 1}}, "B": 7,
          "C": {"shown": [true]}}})");
  CHECK(odd.tables.tables.size() == 1);
  CHECK(odd.tables.of("A").widths == TableWidths{{"x", kMostColumnPx}, {"z", kLeastColumnPx}});
  CHECK(odd.tables.of("A").shown.empty());
  CHECK(parse_settings(R"({"tables": 3})").tables.tables.empty());
  Settings many;
  for (int i = 0; i < 500; ++i) {
    many.tables.of(std::to_string(i)).shown["x"] = true;
    many.tables.of("0").widths[std::to_string(i)] = 100;
  }
  Settings few = parse_settings(settings_text(many));
  CHECK(few.tables.tables.size() == TableMemory::kMostTables);
  CHECK(few.tables.of("0").widths.size() == TableMemory::kMostColumns);
  settings.reset_layout();
  CHECK(settings.tables.tables.empty());
}

TEST_CASE("only so many recent files are remembered") {
  Settings settings;
  for (int i = 0; i < 40; ++i) settings.note_opened("/t/" + std::to_string(i), i);
  CHECK(settings.recent.size() == Settings::kMaxRecent);
  CHECK(settings.recent.front().path == "/t/39");
}

}  // namespace
}  // namespace lanescope
