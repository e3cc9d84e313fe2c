#include "app/shell/settings/settings.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "app/shell/keys/commands.h"
#include "core/base/clamped.h"
#include "core/view/text/gpu_peaks_text.h"

namespace lanescope {
namespace {

using Json = nlohmann::json;

constexpr float kLeastZoom = 0.6F, kMostZoom = 2.5F;

float number(const Json& from, const char* key, float least, float most, float fallback) {
  const auto found = from.find(key);
  if (found == from.end() || !found->is_number()) return fallback;
  const auto value = found->get<float>();
  return std::isfinite(value) ? clamped(value, least, most) : fallback;
}

bool flag(const Json& from, const char* key, bool fallback) {
  const auto found = from.find(key);
  return found != from.end() && found->is_boolean() ? found->get<bool>() : fallback;
}

std::string text(const Json& from, const char* key) {
  const auto found = from.find(key);
  return found != from.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<std::string> texts(const Json& from, const char* key, std::size_t most) {
  std::vector<std::string> list;
  const auto found = from.find(key);
  if (found == from.end() || !found->is_array()) return list;
  for (const Json& item : *found) {
    if (item.is_string() && list.size() < most) list.push_back(item);
  }
  return list;
}

std::vector<RecentFile> parse_recent(const Json& from) {
  std::vector<RecentFile> files;
  const auto found = from.find("recent");
  if (found == from.end() || !found->is_array()) return files;
  for (const Json& item : *found) {
    RecentFile file;
    if (item.is_string()) file.path = item.get<std::string>();
    if (item.is_object()) {
      file.path = text(item, "path");
      const auto opened = item.find("opened");
      if (opened != item.end() && opened->is_number_integer())
        file.opened_s = opened->get<std::int64_t>();
    }
    if (!file.path.empty() && files.size() < Settings::kMaxRecent) files.push_back(std::move(file));
  }
  return files;
}

Json recent_json(const Settings& settings) {
  Json files = Json::array();
  for (const RecentFile& file : settings.recent)
    files.push_back({{"path", file.path}, {"opened", file.opened_s}});
  return files;
}

PaneSizes parse_panes(const Json& from) {
  PaneSizes panes;
  panes.labels_px = number(from, "labels_px", 120, 900, panes.labels_px);
  panes.details_px = number(from, "details_px", 200, 1200, panes.details_px);
  panes.bottom_px = number(from, "bottom_px", 80, 2000, panes.bottom_px);
  panes.details_shown = flag(from, "details_shown", panes.details_shown);
  panes.bottom_shown = flag(from, "bottom_shown", panes.bottom_shown);
  panes.runs_beside = flag(from, "runs_beside", panes.runs_beside);
  return panes;
}

RecordWish parse_record(const Json& from) {
  RecordWish wish;
  wish.command = text(from, "command");
  wish.folder = text(from, "folder");
  wish.environment = text(from, "environment");
  wish.level = CaptureLevel{static_cast<std::uint8_t>(number(from, "level", 0, 2, 1))};
  wish.stacks = flag(from, "stacks", wish.stacks);
  wish.shapes = flag(from, "shapes", wish.shapes);
  wish.memory = flag(from, "memory", wish.memory);
  wish.duration = text(from, "duration");
  wish.keep_last = text(from, "keep_last");
  return wish;
}

Json record_json(const RecordWish& wish) {
  return {{"command", wish.command},         {"folder", wish.folder},
          {"environment", wish.environment}, {"level", static_cast<int>(wish.level)},
          {"stacks", wish.stacks},           {"shapes", wish.shapes},
          {"memory", wish.memory},           {"duration", wish.duration},
          {"keep_last", wish.keep_last}};
}

AttachWish parse_attach(const Json& from) {
  AttachWish wish;
  wish.shapes = flag(from, "shapes", wish.shapes);
  wish.stacks = flag(from, "stacks", wish.stacks);
  wish.memory = flag(from, "memory", wish.memory);
  wish.by_steps = flag(from, "by_steps", wish.by_steps);
  if (from.contains("duration")) wish.duration = text(from, "duration");
  if (from.contains("steps")) wish.steps = text(from, "steps");
  return wish;
}

Json attach_json(const AttachWish& wish) {
  return {{"shapes", wish.shapes},     {"stacks", wish.stacks},     {"memory", wish.memory},
          {"by_steps", wish.by_steps}, {"duration", wish.duration}, {"steps", wish.steps}};
}

KeyMap parse_keys(const Json& from) {
  KeyMap keys;
  keys.preset = find_preset(text(from, "preset")).value_or(KeyPreset::Lanescope);
  const auto changed = from.find("changed");
  if (changed == from.end() || !changed->is_object()) return keys;
  for (const auto& [id, chords] : changed->items()) {
    const Command* command = find_command(id);
    if (command == nullptr || !chords.is_string()) continue;
    if (const auto chord = parse_chord(chords.get<std::string>())) keys.set(*command, *chord);
  }
  return keys;
}

Json keys_json(const KeyMap& keys) {
  Json changed = Json::object();
  for (const auto& [id, chords] : keys.changed) changed[id] = chord_id(chords.first);
  return {{"preset", preset_title(keys.preset)}, {"changed", changed}};
}

/// Names and values as people write them: "tiny_kernel": "8us".
Thresholds parse_thresholds(const Json& from) {
  Thresholds thresholds;
  for (const auto& [name, value] : from.items()) {
    const Threshold* threshold = find_threshold(name);
    if (threshold == nullptr || !value.is_string()) continue;
    const auto parsed = threshold->parse(value.get<std::string>());
    if (parsed.ok()) threshold->put(parsed.value(), thresholds);
  }
  return thresholds;
}

Json thresholds_json(const Thresholds& thresholds) {
  Json changed = Json::object();
  for (const Threshold* one : changed_thresholds(thresholds)) {
    changed[std::string(one->name)] = one->text_of(one->value_in(thresholds));
  }
  return changed;
}

std::vector<GpuPeaks> known_peaks(const std::string& json) {
  auto peaks = parse_gpu_peaks(json);
  return peaks.ok() ? std::move(peaks).value() : std::vector<GpuPeaks>();
}

}  // namespace

void Settings::zoom_interface(float factor) {
  const float wanted = factor == 0 ? 1 : zoom * factor;
  zoom = clamped(std::round(wanted * 100) / 100, kLeastZoom, kMostZoom);
}

void Settings::reset_layout() {
  panes = PaneSizes();
  zoom = 1;
  tab.clear();
  folded_lanes.clear();
  folded_groups.clear();
  unfolded_lanes.clear();
}

bool looks_like_settings(const std::string& text) {
  return Json::parse(text, nullptr, false).is_object();
}

Settings parse_settings(const std::string& source) {
  Settings settings;
  const Json json = Json::parse(source, nullptr, false);
  if (!json.is_object()) return settings;
  settings.theme = text(json, "theme") == "light" ? ThemeKind::Light : ThemeKind::Dark;
  settings.zoom = number(json, "zoom", 0.5F, 3, 1);
  settings.window_width = static_cast<int>(number(json, "window_width", 640, 10000, 1600));
  settings.window_height = static_cast<int>(number(json, "window_height", 400, 10000, 900));
  settings.window_maximized = flag(json, "window_maximized", false);
  settings.last_folder = text(json, "last_folder");
  settings.export_folder = text(json, "export_folder");
  if (const auto keys = json.find("keys"); keys != json.end() && keys->is_object())
    settings.keys = parse_keys(*keys);
  if (const auto panes = json.find("panes"); panes != json.end() && panes->is_object()) {
    settings.panes = parse_panes(*panes);
  }
  if (const auto limits = json.find("thresholds"); limits != json.end() && limits->is_object())
    settings.thresholds = parse_thresholds(*limits);
  if (const auto peaks = json.find("gpu_peaks"); peaks != json.end())
    settings.thresholds.gpu_peaks = known_peaks(peaks->dump());
  if (const auto record = json.find("record"); record != json.end() && record->is_object())
    settings.record = parse_record(*record);
  if (const auto attach = json.find("attach"); attach != json.end() && attach->is_object())
    settings.attach = parse_attach(*attach);
  settings.recordings_folder = text(json, "recordings_folder");
  settings.recorded = texts(json, "recorded", Settings::kMaxRecent);
  settings.recent = parse_recent(json);
  settings.recent_commands = texts(json, "recent_commands", Settings::kMaxRecent);
  settings.folded_lanes = texts(json, "folded_lanes", Settings::kMaxFolded);
  settings.folded_groups = texts(json, "folded_groups", Settings::kMaxFolded);
  settings.unfolded_lanes = texts(json, "unfolded_lanes", Settings::kMaxFolded);
  settings.tab = text(json, "tab");
  return settings;
}

std::string settings_text(const Settings& settings) {
  const PaneSizes& panes = settings.panes;
  const Json json{{"theme", settings.theme == ThemeKind::Light ? "light" : "dark"},
                  {"zoom", settings.zoom},
                  {"window_width", settings.window_width},
                  {"window_height", settings.window_height},
                  {"window_maximized", settings.window_maximized},
                  {"panes",
                   {{"labels_px", panes.labels_px},
                    {"details_px", panes.details_px},
                    {"bottom_px", panes.bottom_px},
                    {"details_shown", panes.details_shown},
                    {"bottom_shown", panes.bottom_shown},
                    {"runs_beside", panes.runs_beside}}},
                  {"keys", keys_json(settings.keys)},
                  {"thresholds", thresholds_json(settings.thresholds)},
                  {"gpu_peaks", Json::parse(gpu_peaks_text(settings.thresholds.gpu_peaks))},
                  {"record", record_json(settings.record)},
                  {"recorded", settings.recorded},
                  {"attach", attach_json(settings.attach)},
                  {"recordings_folder", settings.recordings_folder},
                  {"tab", settings.tab},
                  {"folded_lanes", settings.folded_lanes},
                  {"folded_groups", settings.folded_groups},
                  {"unfolded_lanes", settings.unfolded_lanes},
                  {"recent", recent_json(settings)},
                  {"recent_commands", settings.recent_commands},
                  {"last_folder", settings.last_folder},
                  {"export_folder", settings.export_folder}};
  // A file's name may be any bytes.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanescope
