#include "app/shell/settings/settings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include <nlohmann/json.hpp>

#include "app/shell/keys/commands.h"
#include "core/base/clamped.h"
#include "core/base/text/json_writer.h"
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

void write_recent(JsonWriter& out, const std::vector<RecentFile>& files) {
  out.begin_array(JsonLayout::Lines);
  for (const RecentFile& file : files) {
    out.begin_object(JsonLayout::Lines);
    out.member("opened", file.opened_s);
    out.member("path", file.path);
    out.end();
  }
  out.end();
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

void write_panes(JsonWriter& out, const PaneSizes& panes) {
  out.begin_object(JsonLayout::Lines);
  out.member("bottom_px", panes.bottom_px);
  out.member("bottom_shown", panes.bottom_shown);
  out.member("details_px", panes.details_px);
  out.member("details_shown", panes.details_shown);
  out.member("labels_px", panes.labels_px);
  out.member("runs_beside", panes.runs_beside);
  out.end();
}

RecordRequest parse_record(const Json& from) {
  RecordRequest request;
  request.command = text(from, "command");
  request.folder = text(from, "folder");
  request.environment = text(from, "environment");
  request.level = CaptureLevel{static_cast<std::uint8_t>(number(from, "level", 0, 2, 1))};
  request.stacks = flag(from, "stacks", request.stacks);
  request.shapes = flag(from, "shapes", request.shapes);
  request.memory = flag(from, "memory", request.memory);
  request.duration = text(from, "duration");
  request.keep_last = text(from, "keep_last");
  return request;
}

void write_record(JsonWriter& out, const RecordRequest& request) {
  out.begin_object(JsonLayout::Lines);
  out.member("command", request.command);
  out.member("duration", request.duration);
  out.member("environment", request.environment);
  out.member("folder", request.folder);
  out.member("keep_last", request.keep_last);
  out.member("level", static_cast<int>(request.level));
  out.member("memory", request.memory);
  out.member("shapes", request.shapes);
  out.member("stacks", request.stacks);
  out.end();
}

AttachRequest parse_attach(const Json& from) {
  AttachRequest request;
  request.shapes = flag(from, "shapes", request.shapes);
  request.stacks = flag(from, "stacks", request.stacks);
  request.memory = flag(from, "memory", request.memory);
  request.by_steps = flag(from, "by_steps", request.by_steps);
  if (from.contains("duration")) request.duration = text(from, "duration");
  if (from.contains("steps")) request.steps = text(from, "steps");
  return request;
}

void write_attach(JsonWriter& out, const AttachRequest& request) {
  out.begin_object(JsonLayout::Lines);
  out.member("by_steps", request.by_steps);
  out.member("duration", request.duration);
  out.member("memory", request.memory);
  out.member("shapes", request.shapes);
  out.member("stacks", request.stacks);
  out.member("steps", request.steps);
  out.end();
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

void write_keys(JsonWriter& out, const KeyMap& keys) {
  out.begin_object(JsonLayout::Lines);
  out.key("changed");
  out.begin_object(JsonLayout::Lines);
  for (const auto& [id, chords] : keys.changed) out.member(id, chord_id(chords.first));
  out.end();
  out.member("preset", preset_title(keys.preset));
  out.end();
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

void write_thresholds(JsonWriter& out, const Thresholds& thresholds) {
  std::map<std::string_view, std::string> changed;
  for (const Threshold* one : changed_thresholds(thresholds))
    changed[one->name] = one->text_of(one->value_in(thresholds));
  out.begin_object(JsonLayout::Lines);
  for (const auto& [name, value] : changed) out.member(name, value);
  out.end();
}

std::vector<GpuPeaks> known_peaks(const std::string& json) {
  auto peaks = parse_gpu_peaks(json);
  return peaks.ok() ? std::move(peaks).value() : std::vector<GpuPeaks>();
}

void write_texts(JsonWriter& out, std::string_view key, const std::vector<std::string>& list) {
  out.key(key);
  out.begin_array(JsonLayout::Lines);
  for (const std::string& item : list) out.value(item);
  out.end();
}

template <typename Part, typename Write>
void write_part(JsonWriter& out, std::string_view key, const Part& part, const Write& write) {
  out.key(key);
  write(out, part);
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
  std::string text;
  JsonWriter out(text);
  out.begin_object(JsonLayout::Lines);
  write_part(out, "attach", settings.attach, write_attach);
  out.member("export_folder", settings.export_folder);
  write_texts(out, "folded_groups", settings.folded_groups);
  write_texts(out, "folded_lanes", settings.folded_lanes);
  out.key("gpu_peaks");
  out.value(gpu_peaks_json(settings.thresholds.gpu_peaks), JsonLayout::Lines);
  write_part(out, "keys", settings.keys, write_keys);
  out.member("last_folder", settings.last_folder);
  write_part(out, "panes", settings.panes, write_panes);
  write_part(out, "recent", settings.recent, write_recent);
  write_texts(out, "recent_commands", settings.recent_commands);
  write_part(out, "record", settings.record, write_record);
  write_texts(out, "recorded", settings.recorded);
  out.member("recordings_folder", settings.recordings_folder);
  out.member("tab", settings.tab);
  out.member("theme", settings.theme == ThemeKind::Light ? "light" : "dark");
  write_part(out, "thresholds", settings.thresholds, write_thresholds);
  write_texts(out, "unfolded_lanes", settings.unfolded_lanes);
  out.member("window_height", settings.window_height);
  out.member("window_maximized", settings.window_maximized);
  out.member("window_width", settings.window_width);
  out.member("zoom", settings.zoom);
  out.end();
  return text + "\n";
}

}  // namespace lanescope
