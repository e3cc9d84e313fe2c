// Every setting comes back as it was written, and what makes no sense is brought within its bounds.
#include <cmath>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "app/shell/settings/settings.h"
#include "core/view/text/gpu_peaks_text.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {
namespace {

/// None of it as it is at first.
Settings all_changed() {
  Settings s;
  s.theme = ThemeKind::Light;
  s.zoom = 1.25F;
  s.keys.preset = KeyPreset::Tracy;
  s.keys.set(*find_command("record"), Chord{ImGuiKey_F9, ImGuiMod_Ctrl, 0, false});
  s.thresholds.tiny_kernel_ns = 8'000;
  s.thresholds.gpu_peaks = {{"H200", {67, 494.7, 0, 0, 0}, 4800}};
  s.panes = {.labels_px = 301,
             .details_px = 402,
             .bottom_px = 203,
             .details_shown = false,
             .bottom_shown = false,
             .runs_beside = true};
  s.tab = "Kernels";
  s.folded_lanes = {"a", "b"};
  s.unfolded_lanes = {"c"};
  s.pinned_lanes = {"e", "d"};
  s.window_width = 1234;
  s.window_height = 777;
  s.window_maximized = true;
  s.recent = {{"/r/1", 11, "/real/1"}, {"/r/2", 0}, {"/r/1", 7, "", "/r/2"}};
  s.recent_commands = {"theme", "keys"};
  s.record = {.command = "python a.py",
              .folder = "/f",
              .environment = "A=1",
              .level = CaptureLevel::All,
              .stacks = false,
              .shapes = true,
              .memory = true,
              .sample = false,
              .native = false,
              .rate = "1 kHz",
              .duration = "30 s",
              .keep_last = "2 min",
              .trigger = true,
              .when = "step>2*median",
              .times = "3",
              .after = "2 s",
              .file = {}};
  s.recorded = {"python a.py", "python b.py"};
  s.attach = {.shapes = false,
              .stacks = false,
              .memory = true,
              .native = true,
              .by_steps = true,
              .duration = "7",
              .steps = "12",
              .file = {},
              .rate = "1 kHz"};
  s.recordings_folder = "/recordings";
  s.last_folder = "/last";
  s.export_folder = "/export";
  s.source_folders = {{"/job/", "/home/me/"}, {"", "/src/"}};
  return s;
}

void check_same(const Settings& a, const Settings& b) {
  CHECK(a.theme == b.theme);
  CHECK(a.zoom == b.zoom);
  CHECK(a.keys == b.keys);
  CHECK(a.thresholds == b.thresholds);
  CHECK(a.panes == b.panes);
  CHECK(a.tab == b.tab);
  CHECK(a.folded_lanes == b.folded_lanes);
  CHECK(a.unfolded_lanes == b.unfolded_lanes);
  CHECK(a.pinned_lanes == b.pinned_lanes);
  CHECK(a.window_width == b.window_width);
  CHECK(a.window_height == b.window_height);
  CHECK(a.window_maximized == b.window_maximized);
  CHECK(a.recent == b.recent);
  CHECK(a.recent_commands == b.recent_commands);
  CHECK(a.record == b.record);
  CHECK(a.recorded == b.recorded);
  CHECK(a.attach == b.attach);
  CHECK(a.recordings_folder == b.recordings_folder);
  CHECK(a.last_folder == b.last_folder);
  CHECK(a.export_folder == b.export_folder);
  CHECK(a.source_folders == b.source_folders);
}

/// Of the settings with that number, written as JSON has it, in place of the one there is.
Settings with(const std::string& key, const std::string& value) {
  return parse_settings("{\"" + key + "\": " + value + "}");
}
PaneSizes panes_with(const std::string& key, const std::string& value) {
  return with("panes", "{\"" + key + "\": " + value + "}").panes;
}

}  // namespace

TEST_CASE("every setting comes back from the file as it was") {
  const TempFolder folder;
  const std::string path = folder.path() + "/deep/er/settings.json";
  REQUIRE_FALSE(SettingsFile(path).save(all_changed()).has_value());
  check_same(SettingsFile(path).load(), all_changed());
  REQUIRE_FALSE(SettingsFile(path).save(Settings()).has_value());
  check_same(SettingsFile(path).load(), Settings());
  check_same(parse_settings("{}"), Settings());
}

TEST_CASE("levels of a recording come back, and one that there is not is a usual one") {
  for (const CaptureLevel level : {CaptureLevel::Kernels, CaptureLevel::Usual, CaptureLevel::All}) {
    Settings settings;
    settings.record.level = level;
    CHECK(parse_settings(settings_text(settings)).record.level == level);
  }
  CHECK(with("record", R"({"level": 17})").record.level == CaptureLevel::All);
  CHECK(with("record", R"({"level": -3})").record.level == CaptureLevel::Kernels);
  CHECK(with("record", R"({"level": "x"})").record.level == CaptureLevel::Usual);
  CHECK(with("record", "3").record == RecordRequest());
  CHECK(with("attach", "3").attach == AttachRequest());
  // What is not written is as it is at first, what is written empty is empty.
  CHECK(with("attach", "{}").attach == AttachRequest());
  CHECK(with("attach", R"({"duration": "", "steps": ""})").attach.steps.empty());
  CHECK(with("attach", R"({"duration": "", "steps": ""})").attach.duration.empty());
}

TEST_CASE("numbers of the settings stay within what a window can be") {
  CHECK(with("zoom", "0.4").zoom == 0.5F);
  CHECK(with("zoom", "3.5").zoom == 3);
  CHECK(with("window_width", "639").window_width == 640);
  CHECK(with("window_width", "641").window_width == 641);
  CHECK(with("window_width", "10001").window_width == 10000);
  CHECK(with("window_width", "null").window_width == 1600);
  CHECK(with("window_height", "399").window_height == 400);
  CHECK(with("window_height", "401").window_height == 401);
  CHECK(with("window_height", "10001").window_height == 10000);
  CHECK(with("window_height", "{}").window_height == 900);
  CHECK(panes_with("labels_px", "1").labels_px == 120);
  CHECK(panes_with("labels_px", "5000").labels_px == 900);
  CHECK(panes_with("details_px", "1").details_px == 200);
  CHECK(panes_with("details_px", "5000").details_px == 1200);
  CHECK(panes_with("bottom_px", "1").bottom_px == 80);
  CHECK(panes_with("bottom_px", "5000").bottom_px == 4000);
  CHECK(panes_with("details_shown", "0").details_shown);
}

TEST_CASE("lists of the settings are no longer than they may be, and hold words only") {
  std::string many = "[0";
  for (int i = 0; i < 600; ++i) many += ", \"" + std::to_string(i) + "\"";
  many += "]";
  CHECK(with("folded_lanes", many).folded_lanes.size() == Settings::kMaxFolded);
  CHECK(with("unfolded_lanes", many).unfolded_lanes.size() == Settings::kMaxFolded);
  CHECK(with("recent_commands", many).recent_commands.size() == Settings::kMaxRecent);
  CHECK(with("recent_commands", many).recent_commands.front() == "0");
  CHECK(with("recorded", many).recorded.size() == Settings::kMaxRecent);
  CHECK(with("recent", many).recent.size() == Settings::kMaxRecent);
  CHECK(with("recorded", "\"a\"").recorded.empty());
  CHECK(
      with("recent", R"([{"path": "a", "opened": "x"}, {"path": "b", "opened": 5}, {"path": ""}])")
          .recent == std::vector<RecentFile>{{"a", 0}, {"b", 5}});
  Settings settings;
  for (int i = 0; i < 20; ++i) {
    settings.note_command("c" + std::to_string(i));
    RecordRequest request;
    request.command = "r" + std::to_string(i);
    request.file = "f";
    settings.note_record(request);
  }
  settings.note_command("c15");
  CHECK(settings.recent_commands.size() == Settings::kMaxRecent);
  CHECK(settings.recent_commands[0] == "c15");
  CHECK(settings.recent_commands[1] == "c19");
  CHECK(settings.recorded.size() == Settings::kMaxRecent);
  CHECK(settings.recorded.front() == "r19");
  CHECK(settings.record.file.empty());
}

TEST_CASE("keys of the settings that mean nothing are left out") {
  const KeyMap odd =
      with("keys", R"({"preset": "Perfetto", "changed": {"nothing": "Ctrl+K", "record": 5,
                       "open": "no keys at all", "keys": "F7"}})")
          .keys;
  CHECK(odd.preset == KeyPreset::Perfetto);
  CHECK(odd.changed.size() == 1);
  CHECK(odd.changed.contains("keys"));
  CHECK(with("keys", R"({"preset": "Emacs"})").keys == KeyMap());
  CHECK(with("keys", R"({"preset": "Tracy", "changed": 7})").keys.preset == KeyPreset::Tracy);
  CHECK(with("keys", "7").keys == KeyMap());
}

TEST_CASE("a file that holds no settings is kept beside the new one, and told of once") {
  const TempFolder folder;
  const std::string path = folder.write("settings.json", "[1, 2]");
  SettingsFile file(path);
  check_same(file.load(), Settings());
  const auto problem = file.take_problem();
  REQUIRE(problem);
  CHECK(problem->starts_with("Using default settings: " + path + " is not a JSON object."));
  CHECK_FALSE(file.take_problem());
  REQUIRE_FALSE(file.save(all_changed()));
  check_same(SettingsFile(path).load(), all_changed());
  CHECK(std::filesystem::file_size(file.kept_path()) == 6);
  // The next one is kept no more.
  REQUIRE_FALSE(file.save(Settings()));
  CHECK(std::filesystem::file_size(file.kept_path()) == 6);
  // Without a path nothing is written, and nothing is wrong.
  CHECK_FALSE(SettingsFile("").save(Settings()));
  check_same(SettingsFile("").load(), Settings());
  CHECK_FALSE(SettingsFile(folder.path() + "/none.json").take_problem());
  const auto refused = SettingsFile("/proc/nowhere/settings.json").save(Settings());
  REQUIRE(refused);
  CHECK(refused->message.starts_with("cannot be saved to /proc/nowhere/settings.json: "));
}

}  // namespace lanescope
