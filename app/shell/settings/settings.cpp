#include "app/shell/settings/settings.h"

#include <cmath>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/shell/keys/commands.h"
#include "app/shell/settings/table_settings.h"
#include "core/base/clamped.h"
#include "core/base/files/replace_file.h"
#include "core/base/files/small_file.h"
#include "core/base/text/json_writer.h"
#include "core/view/text/gpu_peaks_text.h"

namespace lanescope {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestBytes = 16U << 20;

using Json = nlohmann::json;

constexpr float kLeastZoom = 0.6F, kMostZoom = 2.5F;

// The members of each part in order of their names, shared by reading and writing; for numbers with
// their minimum and maximum.

// Whether the tabs are maximized is of one session: the next one would begin without lanes.
template <typename Visit>
void each_member(PaneSizes& panes, const Visit& visit) {
  visit("bottom_px", panes.bottom_px, 80.0F, 4000.0F);
  visit("bottom_shown", panes.bottom_shown);
  visit("details_px", panes.details_px, 200.0F, 1200.0F);
  visit("details_shown", panes.details_shown);
  visit("labels_px", panes.labels_px, 120.0F, 900.0F);
  visit("runs_beside", panes.runs_beside);
}

template <typename Visit>
void each_member(RecordRequest& request, const Visit& visit) {
  visit("after", request.after);
  visit("command", request.command);
  visit("duration", request.duration);
  visit("environment", request.environment);
  visit("folder", request.folder);
  visit("keep_last", request.keep_last);
  visit("level", request.level);
  visit("memory", request.memory);
  visit("native", request.native);
  visit("sample", request.sample);
  visit("sample_rate", request.rate);
  visit("shapes", request.shapes);
  visit("stacks", request.stacks);
  visit("times", request.times);
  visit("trigger", request.trigger);
  visit("when", request.when);
}

template <typename Visit>
void each_member(AttachRequest& request, const Visit& visit) {
  visit("by_steps", request.by_steps);
  visit("duration", request.duration);
  visit("memory", request.memory);
  visit("native", request.native);
  visit("sample", request.sample);
  visit("sample_rate", request.rate);
  visit("shapes", request.shapes);
  visit("stacks", request.stacks);
  visit("steps", request.steps);
}

template <typename Visit>
void each_member(RecentFile& file, const Visit& visit) {
  visit("compared_with", file.compared_with);
  visit("opened", file.opened_s);
  visit("path", file.path);
  visit("real", file.real);
}

template <typename Visit>
void each_member(SourceFolder& folder, const Visit& visit) {
  visit("here", folder.here);
  visit("recorded", folder.recorded);
}

template <typename Visit>
void each_member(Settings& settings, const Visit& visit) {
  visit("attach", settings.attach);
  visit("export_folder", settings.export_folder);
  visit("folded_groups", settings.folded_groups, Settings::kMaxFolded);
  visit("folded_lanes", settings.folded_lanes, Settings::kMaxFolded);
  visit("gpu_peaks", settings.thresholds.gpu_peaks);
  visit("keys", settings.keys);
  visit("last_folder", settings.last_folder);
  visit("memory_tab", settings.memory_tab);
  visit("panes", settings.panes);
  visit("pinned_lanes", settings.pinned_lanes, Settings::kMaxFolded);
  visit("recent", settings.recent);
  visit("recent_commands", settings.recent_commands, Settings::kMaxRecent);
  visit("record", settings.record);
  visit("recorded", settings.recorded, Settings::kMaxRecent);
  visit("recordings_folder", settings.recordings_folder);
  visit("source_folders", settings.source_folders);
  visit("tab", settings.tab);
  visit("tables", settings.tables);
  visit("theme", settings.theme);
  visit("thresholds", settings.thresholds);
  visit("tour_seen", settings.tour_seen);
  visit("unfolded_lanes", settings.unfolded_lanes, Settings::kMaxFolded);
  visit("window_height", settings.window_height, 400.0F, 10000.0F);
  visit("window_maximized", settings.window_maximized);
  visit("window_width", settings.window_width, 640.0F, 10000.0F);
  visit("zoom", settings.zoom, 0.5F, 3.0F);
}

/// Reads valid values; others keep their defaults.
class Reader {
 public:
  explicit Reader(const Json& from) : from_(&from) {}

  template <typename Value, typename... Limits>
  void operator()(const char* key, Value& value, Limits... limits) const {
    if (const auto found = from_->find(key); found != from_->end()) take(*found, value, limits...);
  }

 private:
  static void take(const Json& from, float& value, float least, float most) {
    if (!from.is_number()) return;
    const auto read = from.get<float>();
    if (std::isfinite(read)) value = clamped(read, least, most);
  }
  static void take(const Json& from, int& value, float least, float most) {
    auto read = static_cast<float>(value);
    take(from, read, least, most);
    value = static_cast<int>(read);
  }
  static void take(const Json& from, std::int64_t& value) {
    if (from.is_number_integer()) value = from.get<std::int64_t>();
  }
  static void take(const Json& from, bool& value) {
    if (from.is_boolean()) value = from.get<bool>();
  }
  static void take(const Json& from, std::string& value) {
    if (from.is_string()) value = from.get<std::string>();
  }
  static void take(const Json& from, std::vector<std::string>& list, std::size_t most) {
    if (!from.is_array()) return;
    for (const Json& item : from) {
      if (item.is_string() && list.size() < most) list.push_back(item);
    }
  }
  static void take(const Json& from, ThemeKind& theme) {
    if (from == "light") theme = ThemeKind::Light;
  }
  static void take(const Json& from, CaptureLevel& level) {
    auto read = static_cast<int>(level);
    take(from, read, 0, 2);
    level = CaptureLevel{static_cast<std::uint8_t>(read)};
  }
  /// A path alone, as written by older versions, or an object.
  static void take(const Json& from, std::vector<RecentFile>& files) {
    if (!from.is_array()) return;
    for (const Json& item : from) {
      RecentFile file;
      take(item, file.path);
      if (item.is_object()) each_member(file, Reader(item));
      if (!file.path.empty() && files.size() < Settings::kMaxRecent)
        files.push_back(std::move(file));
    }
  }
  static void take(const Json& from, std::vector<SourceFolder>& folders) {
    if (!from.is_array()) return;
    for (const Json& item : from) {
      SourceFolder folder;
      take(item, folder);
      if (!folder.here.empty()) folders.push_back(std::move(folder));
    }
  }
  static void take(const Json& from, KeyMap& keys) {
    std::string preset;
    Reader reader(from);
    reader("preset", preset);
    keys.preset = find_preset(preset).value_or(KeyPreset::Lanescope);
    const auto changed = from.find("changed");
    if (changed == from.end() || !changed->is_object()) return;
    for (const auto& [id, chords] : changed->items()) {
      const Command* command = find_command(id);
      if (command == nullptr || !chords.is_string()) continue;
      if (const auto chord = parse_chord(chords.get<std::string>())) keys.set(*command, *chord);
    }
  }
  /// Names and values as the user writes them: "tiny_kernel": "8us".
  static void take(const Json& from, Thresholds& thresholds) {
    if (!from.is_object()) return;
    for (const auto& [name, value] : from.items()) {
      const Threshold* threshold = find_threshold(name);
      if (threshold == nullptr || !value.is_string()) continue;
      const auto parsed = threshold->parse(value.get<std::string>());
      if (parsed.ok()) threshold->put(parsed.value(), thresholds);
    }
  }
  static void take(const Json& from, std::vector<GpuPeaks>& peaks) {
    if (auto parsed = parse_gpu_peaks(from.dump()); parsed.ok()) peaks = std::move(parsed).value();
  }
  static void take(const Json& from, TableMemory& tables) { read_tables(from, tables); }
  template <typename Part>
  static void take(const Json& from, Part& part) {
    if (from.is_object()) each_member(part, Reader(from));
  }

  const Json* from_;
};

class Writer {
 public:
  explicit Writer(JsonWriter& out) : out_(&out) {}

  template <typename Value, typename... Limits>
  void operator()(std::string_view key, Value& value, Limits... /*of what is read*/) const {
    out_->key(key);
    put(value);
  }
  void put(float value) const { out_->value(value); }
  void put(int value) const { out_->value(value); }
  void put(std::int64_t value) const { out_->value(value); }
  void put(bool value) const { out_->value(value); }
  void put(const std::string& value) const { out_->value(value); }
  void put(ThemeKind theme) const { out_->value(theme == ThemeKind::Light ? "light" : "dark"); }
  void put(CaptureLevel level) const { out_->value(static_cast<int>(level)); }
  template <typename Item>
  void put(std::vector<Item>& list) const {
    out_->begin_array(JsonLayout::Indented);
    for (Item& item : list) put(item);
    out_->end();
  }
  void put(std::vector<GpuPeaks>& peaks) const {
    out_->value(gpu_peaks_json(peaks), JsonLayout::Indented);
  }
  void put(const KeyMap& keys) const {
    out_->begin_object(JsonLayout::Indented);
    out_->key("changed");
    out_->begin_object(JsonLayout::Indented);
    for (const auto& [id, chords] : keys.changed) out_->member(id, chord_id(chords.first));
    out_->end();
    out_->member("preset", preset_title(keys.preset));
    out_->end();
  }
  void put(const Thresholds& thresholds) const {
    std::map<std::string_view, std::string> changed;
    for (const Threshold* one : changed_thresholds(thresholds))
      changed[one->name] = one->text_of(one->value_in(thresholds));
    out_->begin_object(JsonLayout::Indented);
    for (const auto& [name, value] : changed) out_->member(name, value);
    out_->end();
  }
  void put(const TableMemory& tables) const { write_tables(*out_, tables); }
  template <typename Part>
  requires requires(Part& part, const Writer& writer) { each_member(part, writer); }
  void put(Part& part) const {
    out_->begin_object(JsonLayout::Indented);
    each_member(part, *this);
    out_->end();
  }

 private:
  JsonWriter* out_;
};

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
  pinned_lanes.clear();
  tables.tables.clear();
}

bool looks_like_settings(const std::string& text) {
  return Json::parse(text, nullptr, false).is_object();
}

Settings parse_settings(const std::string& source) {
  Settings settings;
  const Json json = Json::parse(source, nullptr, false);
  if (json.is_object()) each_member(settings, Reader(json));
  return settings;
}

std::string settings_text(Settings settings) {
  std::string text;
  JsonWriter out(text);
  Writer(out).put(settings);
  return text + "\n";
}

Settings SettingsFile::load() {
  if (path_.empty()) return {};
  const auto source = read_small_file(path_, kLargestBytes);
  if (!source.ok() && source.error().kind == Error::Kind::NotFound) return {};
  if (source.ok() && looks_like_settings(source.value())) return parse_settings(source.value());
  problem_ = "Using default settings: " + path_ + " " +
             (source.ok() ? "is not a JSON object" : source.error().message) +
             ". It will be kept as " + kept_path() + ".";
  keep_old_ = true;
  return {};
}

std::optional<std::string> SettingsFile::take_problem() {
  return std::exchange(problem_, std::nullopt);
}

std::optional<Error> SettingsFile::save(const Settings& settings) {
  if (path_.empty()) return std::nullopt;
  const auto failed = [this](const std::string& why) {
    return Error{Error::Kind::Unreadable, "cannot be saved to " + path_ + ": " + why};
  };
  std::error_code error;
  fs::create_directories(fs::path(path_).parent_path(), error);
  if (!error && keep_old_) fs::rename(path_, kept_path(), error);
  if (error == std::errc::no_such_file_or_directory) error.clear();  // it was deleted
  if (error) return failed(error.message());
  keep_old_ = false;
  if (const auto why = replace_file(path_, settings_text(settings))) return failed(why->message);
  return std::nullopt;
}

}  // namespace lanescope
