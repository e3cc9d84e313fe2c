#include "core/session/laid_profile.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/base/files/replace_file.h"
#include "core/export/trace_writer.h"
#include "core/readers/converted_format.h"
#include "core/readers/sniff.h"
#include "core/readers/trace_loader.h"
#include "core/session/event_list_place.h"
#include "core/session/laid_lanes.h"
#include "core/session/laid_sources.h"
#include "core/session/session.h"

namespace lanescope {
namespace {

Error about(const std::string& file, const Error& error) {
  return {error.kind, file + ": " + error.message};
}

bool has_gpu_work(const Snapshot& trace) {
  return std::ranges::any_of(trace.tracks, [](const Track& track) {
    return track.kind == TrackKind::GpuStream && track.slices > 0;
  });
}

bool has_operators(const Snapshot& trace) {
  return std::ranges::any_of(trace.categories, [](const Category& category) {
    return category.kind == CategoryKind::CpuOp;
  });
}

/// Why a file cannot be laid beside a trace; null if it can.
const char* objection_to(const Snapshot& profile) {
  if (profile.info.format == "lanescope-capture")
    return "is a recording, not a profile; compare the two instead";
  if (has_gpu_work(profile))
    return "is a trace with GPU work, not a profile; compare the two instead";
  if (has_operators(profile))
    return "is a trace with PyTorch operators, not a profile; compare the two instead";
  return profile.slice_count == 0 ? "cannot be read as a profile: it has no samples" : nullptr;
}

/// That the profile, not the trace, cannot be read. A file that does not exist is clear by its
/// name.
Error about_profile(const std::string& file, const Error& error) {
  if (error.kind == Error::Kind::NotFound || error.kind == Error::Kind::Cancelled)
    return about(file, error);
  return {error.kind, file + ": cannot be read as a profile: " + error.message};
}

/// Passes the text of a trace on, with other events at the beginning of its list.
class Inserter {
 public:
  using Write = std::function<bool(const TextSink& sink)>;
  Inserter(const TextSink& to, Write write) : to_(to), write_(std::move(write)) {}

  bool take(std::string_view piece) {
    if (place_.found()) return to_(piece);
    const std::size_t list = place_.add(piece);
    if (!to_(piece.substr(0, list))) return false;
    return !place_.found() || (insert() && to_(piece.substr(list)));
  }

 private:
  bool insert() {
    bool wrote_any = false;
    const auto sink = [&](std::string_view text) {
      wrote_any = wrote_any || !text.empty();
      return to_(text);
    };
    return write_(sink) && (!wrote_any || to_(",\n"));
  }

  const TextSink& to_;
  Write write_;
  EventListPlace place_;
};

/// The baseTimeNanoseconds by which the profile's first sample is where it should be.
Ns base_of(const Snapshot& profile, const Snapshot& trace, Ns offset_ns, Ns moved_ns) {
  const Ns begin_ns = saturating_add(saturating_sub(trace.extent.begin_ns, moved_ns), offset_ns);
  const Ns own_ns = saturating_add(profile.info.base_ns.value_or(0), profile.extent.begin_ns);
  return saturating_sub(own_ns, begin_ns);
}

bool write_both(const LoadedTrace& trace, const LoadedTrace& profile, const LaidProfile& laid,
                const TextSink& to, const TraceWriteOptions& options) {
  const LaidLanes lanes = laid_lanes(*trace.snapshot, *profile.snapshot, laid.file);
  const Ns moved_ns = options.own_times ? 0 : moved_base_ns(*trace.snapshot);
  TraceWriteOptions inserted;
  inserted.stop = options.stop;
  const auto write_profile = [&](const TextSink& sink) {
    return write_trace_events(lanes.profile, Session::event_reader(profile), sink,
                              base_of(lanes.profile, lanes.trace, laid.offset_ns, moved_ns),
                              inserted);
  };
  Inserter inserter(to, write_profile);
  return write_trace(
      lanes.trace, Session::event_reader(trace),
      [&](std::string_view piece) { return inserter.take(piece); }, options);
}

/// A file that was read in part only must not be taken for all of it.
Result<LoadedTrace> load_whole(const std::string& file, LoadProgress* progress) {
  LoadOptions options;
  options.progress = progress;
  begin_stage(progress);
  auto loaded = load_trace(file, options);
  if (progress != nullptr && progress->cancel)
    return Error{Error::Kind::Cancelled, "loading was stopped"};
  return loaded;
}

/// Progress is a share of the size of the file that was read last, for want of the one to come.
TraceWriteOptions options_of(const std::string& trace, const LaidWriting& writing) {
  TraceWriteOptions options;
  options.most_rights = rights_of_source(trace);
  options.own_times = writing.own_times;
  if (LoadProgress* const progress = writing.progress; progress != nullptr) {
    options.stop = [progress] { return progress->cancel.load(); };
    options.tell = [progress](double share) {
      progress->bytes_done =
          static_cast<std::uint64_t>(share * static_cast<double>(progress->bytes_total));
    };
  }
  return options;
}

}  // namespace

void begin_stage(LoadProgress* progress) {
  if (progress == nullptr) return;
  progress->bytes_done = 0;
  progress->events = 0;
  progress->phase = LoadPhase::Reading;
}

bool is_profile_file(const std::string& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return false;
  const auto recognized = recognize_file(path, nullptr);
  return recognized.ok() && recognized.value().converted != nullptr &&
         recognized.value().converted->is_profile;
}

bool is_profile_format(std::string_view format) {
  return std::ranges::any_of(converted_formats(), [&](const ConvertedFormat& one) {
    return one.is_profile && one.name == format;
  });
}

std::optional<Error> write_with_profile(const std::string& path, const std::string& trace,
                                        const LaidProfile& profile, LaidSources& sources,
                                        const LaidWriting& writing) {
  const auto own = load_whole(trace, writing.progress);
  if (!own.ok()) return about(trace, own.error());
  const auto beside = load_whole(profile.file, writing.progress);
  if (!beside.ok()) return about_profile(profile.file, beside.error());
  const Snapshot &from = *own.value().snapshot, &laid = *beside.value().snapshot;
  if (const char* objection = objection_to(laid))
    return Error{Error::Kind::Unsupported, profile.file + ": " + objection};
  begin_stage(writing.progress);
  const TraceWriteOptions options = options_of(trace, writing);
  auto error = write_to_file(
      path,
      [&](const TextSink& to) {
        return write_both(own.value(), beside.value(), profile, to, options);
      },
      options);
  if (!error) sources = {from.info, from.report, laid.report};
  return error;
}

std::optional<Error> write_with_profile(const std::string& path, const std::string& trace,
                                        const LaidProfile& profile) {
  LaidSources unused;
  return write_with_profile(path, trace, profile, unused);
}

}  // namespace lanescope
