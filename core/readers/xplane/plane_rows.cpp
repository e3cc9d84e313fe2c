#include "core/readers/xplane/plane_rows.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/readers/xplane/call_threads.h"
#include "core/readers/xplane/details.h"
#include "core/readers/xplane/facts.h"
#include "core/readers/xplane/hlo_lanes.h"
#include "core/readers/xplane/names.h"

namespace lanescope {
namespace {

/// The lines of a device that are no stream.
enum class LineKind : std::uint8_t { Thread, Stream, Ops, Annotations, Counters, Overhead };

LineKind kind_of_line(XRole role, const XLine& line) {
  if (line.name == "_counters_") return LineKind::Counters;
  if (role == XRole::Host || role == XRole::Other) return LineKind::Thread;
  if (line.name == "CUPTI overhead") return LineKind::Overhead;
  if (role == XRole::Tpu && line.name.ends_with("XLA Ops")) return LineKind::Ops;
  const bool is_stream = line.name.empty() || line.name.starts_with("Stream");
  return role == XRole::Gpu && is_stream ? LineKind::Stream : LineKind::Annotations;
}

Ns rounded_ns(const XLine& line, std::int64_t ps) {
  constexpr std::int64_t kPicoseconds = 1000;
  const std::int64_t rounded = saturating_add(ps, kPicoseconds / 2);
  const std::int64_t down = rounded % kPicoseconds < 0 ? 1 : 0;
  return saturating_add(line.timestamp_ns, rounded / kPicoseconds - down);
}

class PlaneWriter {
 public:
  PlaneWriter(const XPlane& plane, XPlaneIndex::Plane& indexed, XPlaneRows& rows)
      : plane_(plane),
        indexed_(indexed),
        rows_(rows),
        sink_(rows.sink),
        facts_(plane),
        process_(process()) {}

  void write() {
    std::vector<std::string_view> messages = plane_.lines;
    if (!plane_.cut_line.empty()) messages.push_back(plane_.cut_line);
    std::vector<XLine> lines;
    for (const std::string_view message : messages) {
      lines.push_back(read_line(message));
      if (message.data() == plane_.cut_line.data()) {
        note_cut_line(lines.back());
      } else if (!lines.back().whole) {
        rows_.note_damage(message, lines.back().title());
      }
      rows_.latest_line_ns = std::max(rows_.latest_line_ns, lines.back().timestamp_ns);
      has_modules_ = has_modules_ || lines.back().name == "XLA Modules";
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::uint64_t begin = rows_.offset_of(messages[i]);
      indexed_.lines.push_back({begin, begin + messages[i].size(), -1});
      const auto thread =
          indexed_.role == XRole::Host ? thread_of_calls(plane_, facts_, lines, i) : std::nullopt;
      write_line(lines[i], lines[thread.value_or(i)], indexed_.lines.back());
    }
  }

 private:
  /// The event in which the file ends.
  void note_cut_line(const XLine& line) {
    const auto event = read_cut_field(line.unread);
    if (event && event->number == 4)
      sink_.lost(Issue::CutOffEvent, rows_.offset_of(line.unread), line.title());
  }

  /// The line being written.
  struct At {
    const XLine& line;
    LineKind kind;
    LocalId track;
    LocalId lane_track;  // of what is concluded from the kernels of a stream
  };

  struct Row {
    std::string_view bytes;
    XEvent event;
    const XKind* kind = nullptr;  // null: behind the end of the file
    XFacts facts;
    TimeRange times;

    [[nodiscard]] std::string_view named() const {
      return kind == nullptr ? std::string_view() : kind->name;
    }
  };

  LocalId process() {
    if (indexed_.role == XRole::Host) {
      const LocalId host = sink_.text("");
      sink_.name_process(host, sink_.text(rows_.host.empty() ? "host" : rows_.host));
      return host;
    }
    if (indexed_.role == XRole::Other) {
      const LocalId other = sink_.text(plane_.name);
      sink_.name_process(other, other);
      return other;
    }
    const LocalId device = sink_.number(indexed_.device);
    const std::string_view word = indexed_.role == XRole::Gpu ? "GPU" : "TPU";
    sink_.name_process(device, sink_.text(fmt::format("{} {}", word, indexed_.device)));
    return device;
  }

  /// "Stream #17(Kernel)" has the number of the stream, which need not be that of the line.
  static std::int64_t stream_of(const XLine& line) {
    return first_int(line.name).value_or(line.id);
  }

  LocalId thread_track(const XLine& line) {
    const LocalId thread = sink_.number(line.id);
    if (const std::string_view name = thread_name(line.title()); !name.empty())
      sink_.name_thread(process_, thread, sink_.text(fmt::format("thread {} ({})", line.id, name)));
    const TrackRole role = indexed_.role == XRole::Host ? TrackRole::Host : TrackRole::Neutral;
    return sink_.track({process_, thread, role, -1, -1});
  }

  /// `thread`: the line of the same thread that all else of it is on.
  At at_line(const XLine& line, const XLine& thread, XPlaneIndex::Line& indexed) {
    const LineKind kind = kind_of_line(indexed_.role, line);
    const std::int64_t device = indexed_.device;
    if (kind == LineKind::Thread) return {line, kind, thread_track(thread), 0};
    if (kind == LineKind::Counters) return {line, kind, 0, 0};
    if (kind == LineKind::Stream) {
      indexed.stream = stream_of(line);
      const LocalId name = sink_.number(indexed.stream);
      sink_.name_thread(process_, name, sink_.text(fmt::format("stream {}", indexed.stream)));
      return {line, kind, sink_.track({process_, name, TrackRole::Gpu, device, indexed.stream}),
              sink_.track({process_, name, TrackRole::GpuAnnotation, device, indexed.stream})};
    }
    const LocalId name = sink_.text(line.title());
    sink_.name_thread(process_, name, name);
    const TrackRole role = kind == LineKind::Ops        ? TrackRole::Gpu
                           : kind == LineKind::Overhead ? TrackRole::Profiler
                                                        : TrackRole::GpuAnnotation;
    return {line, kind, sink_.track({process_, name, role, device, -1}), 0};
  }

  void write_line(const XLine& line, const XLine& thread, XPlaneIndex::Line& indexed) {
    const At at = at_line(line, thread, indexed);
    HloLanes lanes;
    Row row;
    for (const std::string_view bytes : line.events) {
      row.bytes = bytes;
      if (read_row(at, row)) write_row(at, row, lanes);
    }
    if (at.kind == LineKind::Stream) lanes.write(at.lane_track, sink_, rows_.index);
  }

  /// False if the event is damaged or has no time; it is reported.
  bool read_row(const At& at, Row& row) {
    const std::uint64_t offset = rows_.offset_of(row.bytes);
    const bool readable = read_event(row.bytes, row.event);
    const auto kind = plane_.kinds.find(row.event.kind);
    row.kind = kind == plane_.kinds.end() ? nullptr : &kind->second;
    if (!readable || (row.kind == nullptr && plane_.missing == 0)) {
      sink_.lost(Issue::BrokenRecord, offset, at.line.title());
      return false;
    }
    if (row.event.is_sum) {
      sink_.lost(Issue::UnusableTime, offset, row.named());
      return false;
    }
    note_missing_texts(row, offset);
    if (row.event.duration_ps < 0) sink_.issue(Issue::NegativeDuration, offset, at.line.title());
    const std::int64_t length = std::max<std::int64_t>(row.event.duration_ps, 0);
    row.times = {rounded_ns(at.line, row.event.offset_ps),
                 rounded_ns(at.line, saturating_add(row.event.offset_ps, length))};
    row.facts = facts_.facts_of(row.event);
    return true;
  }

  void note_missing_texts(const Row& row, std::uint64_t offset) {
    if (row.kind == nullptr)
      rows_.note_missing_text(offset, "event kind", row.event.kind, plane_.name);
    for (const XStat& stat : row.event.stats) {
      if (!plane_.names.contains(stat.name))
        rows_.note_missing_text(offset, "stat", stat.name, plane_.name);
    }
  }

  void write_row(const At& at, const Row& row, HloLanes& lanes) {
    switch (at.kind) {
      case LineKind::Thread:
        return thread_row(at, row);
      case LineKind::Stream:
        return stream_row(at, row, lanes);
      case LineKind::Ops:
        return slice(at, row, "tpu_op", name(row), true);
      case LineKind::Annotations:
        return slice(at, row, "gpu_user_annotation", name(row));
      case LineKind::Overhead:
        return slice(at, row, "overhead", name(row));
      case LineKind::Counters:
        return counter_row(row);
    }
  }

  LocalId name(const Row& row) {
    const auto [at, fresh] = names_.try_emplace(row.event.kind, 0);
    if (!fresh) return at->second;
    if (row.kind == nullptr) {
      at->second = sink_.text(fmt::format("event kind {}", row.event.kind));
    } else {
      const std::string_view shown = row.kind->display_name;
      at->second = sink_.text(shown.empty() ? row.kind->name : shown);
    }
    return at->second;
  }

  void slice(const At& at, const Row& row, std::string_view category, LocalId name,
             bool is_work = false) {
    RowSink::Slice slice;
    slice.track = at.track;
    slice.category = category.empty() ? std::uint16_t{0} : sink_.category(category);
    slice.name = name;
    slice.begin_ns = row.times.begin_ns;
    slice.end_ns = row.times.end_ns;
    slice.place = rows_.place_of(row.bytes);
    // Below 0 are ids of nothing.
    slice.correlation = rows_.links.of(
        static_cast<std::uint64_t>(std::max<std::int64_t>(row.facts.correlation, 0)));
    slice.links = is_work;
    sink_.slice(slice);
    rows_.arrows.add(row.facts, {at.track, slice.begin_ns, slice.place});
  }

  void thread_row(const At& at, const Row& row) {
    if (indexed_.role != XRole::Host) return slice(at, row, "", name(row));
    const std::string_view named = row.named();
    if (row.facts.allocation) return memory_row(at, row, named == "MemoryDeallocation");
    if (is_python_name(named)) return slice(at, row, "python_function", python_text(row, named));
    if (row.facts.step) {
      // What jax.profiler.StepTraceAnnotation marks.
      const std::string step = fmt::format("ProfilerStep#{}", *row.facts.step);
      return slice(at, row, "user_annotation", sink_.text(step));
    }
    if (row.facts.correlation != 0) return slice(at, row, "cuda_runtime", name(row));
    if (named.starts_with("NVTX:")) return slice(at, row, "user_annotation", name(row));
    // Marks have no length: they are where work was handed over, and no operators. What has no name
    // may be of Python.
    slice(at, row, row.event.duration_ps == 0 || row.kind == nullptr ? "" : "cpu_op", name(row));
  }

  LocalId python_text(const Row& row, std::string_view named) {
    const auto [at, fresh] = names_.try_emplace(row.event.kind, 0);
    if (fresh) at->second = sink_.text(python_name(named));
    return at->second;
  }

  void memory_row(const At& at, const Row& row, bool frees) {
    constexpr std::int32_t kCuda = 1;  // c10::DeviceType
    constexpr double kPercent = 100;
    const XAllocation& allocation = *row.facts.allocation;
    const auto device = device_of_allocator(allocation.allocator);
    RawMemory memory;
    memory.device_type = device ? kCuda : 0;
    memory.device_id = static_cast<std::int32_t>(device.value_or(-1));
    memory.bytes = frees ? -allocation.bytes : allocation.bytes;
    memory.address = allocation.address;
    memory.has_totals = allocation.allocated.has_value();
    memory.allocated = allocation.allocated.value_or(0);
    const Ns time_ns = row.times.begin_ns;
    sink_.memory(at.track, time_ns, rows_.place_of(row.bytes), memory);
    const auto curve = [&](std::string_view what, std::optional<double> value) {
      if (!value) return;
      const LocalId named = sink_.text(fmt::format("{} {}", allocation.allocator, what));
      sink_.further_counter(process_, named, time_ns, *value);
    };
    const auto bytes = [](const std::optional<std::int64_t>& count) {
      return count ? std::optional(static_cast<double>(*count)) : std::nullopt;
    };
    curve("available (bytes)", bytes(allocation.available));
    curve("peak in use (bytes)", bytes(allocation.peak));
    if (allocation.fragmentation) curve("fragmentation (%)", *allocation.fragmentation * kPercent);
  }

  void stream_row(const At& at, const Row& row, HloLanes& lanes) {
    const XFacts& facts = row.facts;
    if (!facts.copy.empty()) {
      const std::string copy = copy_name(row.named(), read_copy_figures(facts.copy));
      return slice(at, row, "gpu_memcpy", sink_.text(copy), true);
    }
    if (!facts.fill.empty()) return slice(at, row, "gpu_memset", name(row), true);
    if (facts.kernel.empty() && facts.correlation == 0) {
      const std::string_view kind = category_by_line(at.line.name, row.named());
      if (kind != "kernel") return slice(at, row, kind, name(row), !kind.empty());
    }
    if (read_kernel_figures(facts.kernel).are_implausible)
      sink_.issue(Issue::UnusableFigure, rows_.offset_of(row.bytes), facts.kernel);
    slice(at, row, "kernel", name(row), true);
    if (facts.hlo_op.empty() || has_modules_) return;
    lanes.add({row.times, sink_.text(facts.hlo_module), sink_.text(facts.hlo_op), facts.program,
               facts.run, rows_.place_of(row.bytes)});
  }

  /// An event has the value of one curve, whose name is its own.
  void counter_row(const Row& row) {
    for (const XStat& stat : row.event.stats) {
      const bool is_double = stat.type == XStat::Type::Double;
      if (!is_double && stat.type != XStat::Type::Unsigned && stat.type != XStat::Type::Signed)
        continue;
      const double value =
          is_double ? stat.value.number_value() : static_cast<double>(stat.integer());
      return sink_.counter(process_, name(row), row.times.begin_ns, value);
    }
    sink_.lost(Issue::UnusableCounter, rows_.offset_of(row.bytes), row.named());
  }

  const XPlane& plane_;
  XPlaneIndex::Plane& indexed_;
  XPlaneRows& rows_;
  RowSink& sink_;
  XFactReader facts_;
  LocalId process_;
  bool has_modules_ = false;  // the file has lines of modules and ops of its own
  std::unordered_map<std::uint64_t, LocalId> names_;  // by kind
};

}  // namespace

void XPlaneRows::note_missing_text(std::uint64_t offset, std::string_view what,
                                   std::uint64_t number, std::string_view plane) {
  if (missing_texts.count++ != 0) return;
  missing_texts.first_offset = offset;
  missing_texts.first = fmt::format("{} {} of {}", what, number, plane);
}

void XPlaneRows::report_missing_texts() const {
  if (missing_texts.count != 0)
    sink.issue(Issue::MissingText, missing_texts.first_offset, missing_texts.first,
               missing_texts.count);
}

void write_plane(const XPlane& plane, std::string_view message, XPlaneRows& rows) {
  if (plane.missing != 0) {
    const std::string_view unread =
        plane.cut_line.empty() ? plane.unread : read_line(plane.cut_line).unread;
    rows.note_damage(unread,
                     fmt::format("{}, of which {} bytes are missing", plane.name, plane.missing));
  } else if (!plane.whole) {
    rows.note_damage(message, plane.name);
  }
  if (plane.lines.empty() && plane.cut_line.empty()) return;
  const std::uint64_t begin = rows.offset_of(message);
  LANESCOPE_CHECK(rows.index.planes.empty() || rows.index.planes.back().end <= begin,
                  "planes in the order of the file, not one at {}", begin);
  XPlaneIndex::Plane indexed;
  indexed.begin = begin;
  indexed.end = begin + message.size();
  indexed.role = role_of_plane(plane.name, indexed.device);
  for (const auto& [number, name] : plane.names) indexed.names.emplace(number, name);
  for (const auto& [number, kind] : plane.kinds) {
    if (kind.has_stats) indexed.kinds.emplace(number, kind.message);
    if (kind.name == "MemoryDeallocation") indexed.free_kind = number;
  }
  PlaneWriter(plane, indexed, rows).write();
  rows.index.planes.push_back(std::move(indexed));
}

}  // namespace lanescope
