#include "core/readers/xplane/xplane.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/files/stage_log.h"
#include "core/base/threads/parallel.h"
#include "core/build/trace_builder.h"
#include "core/readers/rows/missing_launches.h"
#include "core/readers/xplane/names.h"
#include "core/readers/xplane/plane_rows.h"
#include "core/readers/xplane/texts.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{2} << 30U;
/// Before 1973: no time of day, but one since the profile began.
constexpr Ns kLeastUnixNs = 100'000'000'000'000'000;

class XPlaneLoader {
 public:
  XPlaneLoader(std::shared_ptr<ByteSource> source, TraceInfo info, const LoadOptions& options)
      : source_(std::move(source)),
        info_(std::move(info)),
        stages_(info_.file),
        options_(&options),
        sink_(store_, *tables_.front()) {
    if (options.progress != nullptr) options.progress->bytes_total = info_.file_bytes;
    sink_.begin_batch(batches_.front());
  }

  Result<LoadedTrace> load() {
    if (!read_file())
      return Error{Error::Kind::Unsupported, "is larger than 2 GiB, more than a profile can be"};
    const XSpace space = read_space(file_);
    const std::string_view host = space.hosts.empty() ? std::string_view() : space.hosts.front();
    XPlaneRows rows{file_, host, sink_, *index_, arrows_, links_};
    for (const std::string_view message : space.planes) {
      if (stopped()) break;
      read_plane_of(message, 0, rows);
    }
    if (space.missing != 0 && !stopped()) read_plane_of(space.cut_plane, space.missing, rows);
    rows.report_missing_texts();
    arrows_.write(sink_);
    note_problems(space);
    if (!space.whole && space.missing == 0)
      sink_.issue(Issue::DamagedChunk, rows.offset_of(space.unread), "the last plane");
    describe(space, rows.latest_line_ns);
    return build(space.whole && rows.whole);
  }

 private:
  void read_plane_of(std::string_view message, std::uint64_t missing, XPlaneRows& rows) {
    const XPlane plane = read_plane(message, missing);
    write_plane(plane, message, rows);
    describe_plane(plane);
    report_progress(rows.offset_of(message) + message.size());
  }

  [[nodiscard]] bool stopped() const {
    return options_->progress != nullptr && options_->progress->cancel;
  }

  /// False if it is too large.
  bool read_file() {
    constexpr std::size_t kPiece = std::size_t{1} << 20U;
    for (std::size_t filled = 0; !stopped();) {
      file_.resize(filled + kPiece);
      const std::size_t got = source_->read({file_.data() + filled, kPiece});
      filled += got;
      file_.resize(filled);
      if (got == 0) return true;
      if (filled > kMostBytes) return false;
    }
    return true;
  }

  void report_progress(std::uint64_t bytes) const {
    if (options_->progress == nullptr) return;
    options_->progress->bytes_done = std::min(bytes, info_.file_bytes);
    options_->progress->events = tables_.front()->events;
  }

  /// What a plane says of itself: facts of a device, or when the profile began.
  void describe_plane(const XPlane& plane) {
    JsonObject facts;
    for (const XStat& stat : plane.own_stats()) {
      const std::string_view name = plane.name_of(stat.name);
      if (name == "profile_start_time") start_ns_ = stat.integer();
      if (stat.type == XStat::Type::Unsigned || stat.type == XStat::Type::Signed) {
        facts.emplace_back(valid_text(name), JsonValue{stat.integer()});
      } else if (const std::string_view text = plane.text_of(stat); !text.empty()) {
        facts.emplace_back(valid_text(name), JsonValue{valid_text(text)});
      }
    }
    std::int64_t device = -1;
    if (role_of_plane(plane.name, device) == XRole::Gpu) add_device(device, facts);
    if (!facts.empty()) metadata_.emplace_back(valid_text(plane.name), JsonValue{std::move(facts)});
  }

  void add_device(std::int64_t device, const JsonObject& facts) {
    const JsonValue known{facts};
    DeviceInfo& info = info_.devices.emplace_back();
    info.id = device;
    if (const JsonValue* name = known.find("gpu_device_name"); name != nullptr && name->string()) {
      info.name = *name->string();
    } else if (const JsonValue* vendor = known.find("device_vendor"); vendor && vendor->string()) {
      info.name = *vendor->string() + " GPU";
    }
    const auto number = [&](std::string_view key) -> std::optional<std::int64_t> {
      const JsonValue* value = known.find(key);
      return value != nullptr && value->as_int() > 0 ? std::optional(value->as_int())
                                                     : std::nullopt;
    };
    info.total_memory_bytes = number("memory_size");
    info.sms = number("core_count");
  }

  void note_problems(const XSpace& space) {
    for (const auto& texts : {space.errors, space.warnings}) {
      for (const std::string_view text : texts) sink_.issue(Issue::CaptureProblem, 0, text);
    }
    // TPUs run programs by themselves.
    const std::uint64_t work =
        info_.devices.empty() ? 0 : work_without_launch(batches_.front(), *tables_.front(), store_);
    if (work != 0) sink_.issue(Issue::LaunchNotRecorded, 0, "", work);
    if (source_->changed()) sink_.issue(Issue::FileChanged, 0, info_.file);
  }

  void describe(const XSpace& space, Ns latest_line_ns) {
    info_.format = "xplane";
    info_.text_bytes = file_.size();
    info_.base_ns = latest_line_ns >= kLeastUnixNs ? std::optional<Ns>(0) : start_ns_;
    std::ranges::stable_sort(info_.devices, {}, &DeviceInfo::id);
    JsonArray hosts;
    for (const std::string_view host : space.hosts) hosts.push_back(JsonValue{valid_text(host)});
    if (!hosts.empty()) metadata_.emplace_back("hosts", JsonValue{std::move(hosts)});
    info_.metadata = JsonValue{std::move(metadata_)};
  }

  LoadedTrace build(bool whole) {
    const unsigned threads = options_->threads != 0 ? options_->threads : hardware_threads();
    file_ = std::string();
    stages_.done("reading");
    std::ranges::sort(index_->concluded);
    LANESCOPE_CHECK(std::ranges::adjacent_find(index_->concluded) == index_->concluded.end(),
                    "{} slices at positions of their own", index_->concluded.size());
    LoadedTrace out;
    const bool complete = whole && !stopped() && source_->damage().empty();
    out.snapshot = build_snapshot(
        {store_, tables_, batches_, std::move(info_), complete, threads, options_->progress});
    if (options_->progress != nullptr) options_->progress->phase = LoadPhase::Done;
    out.texts = xplane_event_texts(std::move(source_), index_);
    return out;
  }

  std::shared_ptr<ByteSource> source_;
  TraceInfo info_;
  StageLog stages_;
  const LoadOptions* options_;
  std::string file_;
  RawSliceStore store_;
  std::vector<std::unique_ptr<WorkerTables>> tables_ = one_worker();
  std::vector<RawBatch> batches_ = std::vector<RawBatch>(1);
  RowSink sink_;
  std::shared_ptr<XPlaneIndex> index_ = std::make_shared<XPlaneIndex>();
  XArrows arrows_;
  LinkNumbers links_;
  JsonObject metadata_;
  std::optional<Ns> start_ns_;
};

}  // namespace

Result<LoadedTrace> load_xplane(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                const LoadOptions& options) {
  return XPlaneLoader(source, std::move(info), options).load();
}

}  // namespace lanescope
