#include "core/session/capture_trace.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/analysis/host/captured/captured_graphs.h"
#include "core/analysis/host/recorder.h"
#include "core/base/check.h"
#include "core/base/files/found_file.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/numbers.h"
#include "core/session/session.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// More files of such names belong to other runs, or to other graphs of this one.
constexpr std::size_t kMostCandidates = 4;

/// Adds what is known of the capture to the arguments of GPU work.
class CapturedTexts final : public EventTexts {
 public:
  CapturedTexts(std::shared_ptr<const EventTexts> texts, const Snapshot& trace,
                const CapturedWork& work)
      : texts_(std::move(texts)) {
    for (const CapturedLaunch& launch : work.launches) launches_.push_back(to_json(launch));
    for (const auto& [event, launch] : work.of_event) {
      if (const auto place = trace.place_of(event)) of_offset_[place->offset()] = launch;
    }
  }

  [[nodiscard]] Result<JsonValue> json_of(Place place) const override {
    Result<JsonValue> json = texts_->json_of(place);
    if (!json.ok()) return failed(json.error());
    add(place, json.value());
    return json;
  }

  [[nodiscard]] Result<SharedJson> arguments_of(Place place, JsonKeys keys,
                                                SameJson& same) const override {
    Result<SharedJson> below = texts_->arguments_of(place, keys, same);
    if (!below.ok()) return failed(below.error());
    const bool asks = keys.empty() || std::ranges::find(keys, kCapturedAs) != keys.end();
    if (!asks || !of_offset_.contains(place.offset())) return below;
    JsonValue filled = *below.value();
    add(place, filled);
    return SharedJson(std::make_shared<const JsonValue>(std::move(filled)));
  }

 private:
  Error failed(const Error& error) const { return texts_->file_changed() ? changed_file() : error; }

  void add(Place place, JsonValue& event) const {
    const auto launch = of_offset_.find(place.offset());
    auto* const members = std::get_if<JsonObject>(&event.data);
    if (launch == of_offset_.end() || members == nullptr) return;
    auto at = std::ranges::find(*members, "args", &JsonMember::first);
    if (at == members->end()) at = members->insert(at, {"args", JsonValue{JsonObject{}}});
    auto* const arguments = std::get_if<JsonObject>(&at->second.data);
    if (arguments == nullptr || at->second.find(kCapturedAs) != nullptr) return;
    arguments->emplace_back(std::string(kCapturedAs), launches_[launch->second]);
  }

  std::shared_ptr<const EventTexts> texts_;
  std::vector<JsonValue> launches_;
  std::unordered_map<std::uint64_t, std::uint32_t> of_offset_;  // by the place of the text
};

/// The strings of the trace, with the same numbers, and the names of what was captured: operators,
/// modules and frames are rows of tables, whose names are strings of the trace. Null if a text
/// occurs twice, so that numbers would change.
std::shared_ptr<const StringTable> with_names(const Snapshot& trace, const CapturedWork& work) {
  StringPool pool;
  for (std::uint32_t i = 0; i < trace.strings->size(); ++i) {
    const StringId same = pool.intern(trace.text(StringId{i}));
    if (index_of(same) != i) return nullptr;
  }
  for (const CapturedLaunch& launch : work.launches) {
    for (const CapturedOp& op : launch.ops) pool.intern(op.name);
    for (const std::string& module : launch.modules) pool.intern(module);
    for (const std::string& frame : launch.frames) pool.intern(frame);
  }
  return pool.freeze();
}

std::size_t modules_of(const CapturedWork& work) {
  std::set<std::string_view> modules;
  for (const CapturedLaunch& launch : work.launches)
    modules.insert(launch.modules.begin(), launch.modules.end());
  return modules.size();
}

JsonValue number(std::size_t count) {
  return JsonValue{static_cast<std::int64_t>(count)};
}

LoadedTrace joined(LoadedTrace trace, const CapturedWork& work, const std::string& file) {
  LANESCOPE_CHECK(trace.snapshot && trace.texts, "a trace to join {} replays with", work.joined);
  const auto strings = with_names(*trace.snapshot, work);
  auto snapshot = std::make_shared<Snapshot>(*trace.snapshot);
  if (strings) {
    snapshot->strings = strings;
    snapshot->kernel_traits.resize(strings->size());
  }
  if (snapshot->info.metadata.object() == nullptr)
    snapshot->info.metadata = JsonValue{JsonObject{}};
  std::get<JsonObject>(snapshot->info.metadata.data)
      .emplace_back("captureTrace",
                    JsonValue{JsonObject{{"file", JsonValue{file}},
                                         {"replays", number(work.replays)},
                                         {"joined", number(work.joined)},
                                         {"joinedByNodeId", number(work.joined_by_node_id)},
                                         {"joinedUncertain", number(work.joined_uncertain)},
                                         {"modules", number(modules_of(work))}}});
  trace.texts = std::make_shared<CapturedTexts>(std::move(trace.texts), *snapshot, work);
  trace.snapshot = std::move(snapshot);
  return trace;
}

CapturedWork work_of(const LoadedTrace& trace, const LoadedTrace& capture, const std::string& file,
                     const std::stop_token& stop) {
  const ReadEvent own = Session::event_reader(trace), other = Session::event_reader(capture);
  const std::string name = fs::path(file).filename().string();
  return join_captured_graphs({*trace.snapshot, own}, {*capture.snapshot, other}, name, stop);
}

/// Why a capture trace is an error: none of the replays was joined.
std::string why_useless(const CapturedWork& work, const Snapshot& capture) {
  if (work.replays == 0) return " is of no use: the trace replays no CUDA graphs";
  std::string why = " contains the capture of none of the CUDA graphs that the trace replays";
  if (work.other_ids > 0) why += ": graph or node IDs differ, and no kernel names confirm a match";
  if (recorder_of(capture) == Recorder::Nsight && graph_launch_calls(capture).empty())
    why +=
        ": nodes in an Nsight Systems export are matched by their kernels, and this one contains "
        "no kernels of CUDA graphs";
  return why;
}

std::optional<std::int64_t> rank_of(const Snapshot& trace) {
  const JsonValue* rank = trace.info.distributed ? trace.info.distributed->find("rank") : nullptr;
  const std::int64_t number = rank != nullptr ? rank->as_int(-1) : -1;
  return number < 0 ? std::nullopt : std::optional(number);
}

bool has_number(std::string_view name, std::int64_t number) {
  for (std::size_t i = 0; i < name.size();) {
    std::size_t end = i;
    while (end < name.size() && is_digit(name[end])) ++end;
    if (end > i && parse_number<std::int64_t>(name.substr(i, end - i)) == number) return true;
    i = std::max(end, i + 1);
  }
  return false;
}

/// Files next to `path` that may be it, by their names.
std::vector<std::string> candidates(const std::string& path, const Snapshot& trace) {
  std::vector<std::string> found;
  std::error_code error;
  const fs::path self(path);
  if (!fs::is_regular_file(self, error)) return found;
  const auto rank = rank_of(trace);
  const fs::path folder = self.has_parent_path() ? self.parent_path() : fs::path(".");
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.ends_with(".json") && !name.ends_with(".json.gz")) continue;
    std::error_code unknown;
    if (lower_cased(name).find("capture") == std::string::npos ||
        name == self.filename().string() || !entry->is_regular_file(unknown) ||
        (rank && !has_number(name, *rank)) || !lies_beside(entry->path().string(), path))
      continue;
    found.push_back(entry->path().string());
  }
  return found;
}

}  // namespace

Result<LoadedTrace> with_capture_trace(LoadedTrace trace, const std::string& file, CaptureFit fit,
                                       const std::stop_token& stop) {
  const auto capture = load_trace(file);
  if (!capture.ok())
    return Error{capture.error().kind, "capture trace " + file + " " + capture.error().message};
  const CapturedWork work = work_of(trace, capture.value(), file, stop);
  if (work.joined == 0 && fit == CaptureFit::Required) {
    return Error{Error::Kind::Unsupported,
                 "capture trace " + file + why_useless(work, *capture.value().snapshot)};
  }
  return joined(std::move(trace), work, file);
}

LoadedTrace with_capture_trace_beside(LoadedTrace trace, const std::string& path,
                                      const std::stop_token& stop) {
  if (graph_launch_calls(*trace.snapshot).empty()) return trace;
  const std::vector<std::string> files = candidates(path, *trace.snapshot);
  if (files.empty() || files.size() > kMostCandidates) return trace;
  std::optional<CapturedWork> fitting;
  std::string fitting_file;
  for (const std::string& file : files) {
    const auto capture = load_trace(file);
    if (!capture.ok() || !lies_beside(file, path) || stop.stop_requested()) continue;
    CapturedWork work = work_of(trace, capture.value(), file, stop);
    if (work.joined_by_node_id == 0) continue;
    if (fitting) return trace;
    fitting = std::move(work);
    fitting_file = file;
  }
  return fitting ? joined(std::move(trace), *fitting, fitting_file) : std::move(trace);
}

}  // namespace lanescope
