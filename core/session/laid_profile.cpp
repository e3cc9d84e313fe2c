#include "core/session/laid_profile.h"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "core/base/files/replace_file.h"
#include "core/export/trace_writer.h"
#include "core/readers/trace_loader.h"
#include "core/session/event_list_place.h"
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

/// Whether it is a recording of this program with more than samples.
bool is_traced_recording(const Snapshot& trace) {
  return trace.info.format == "lanescope-capture" &&
         std::ranges::any_of(trace.tracks, [](const Track& track) {
           return track.kind == TrackKind::CpuThread && track.slices > 0;
         });
}

/// Why a file cannot be laid beside a trace; null if it can.
const char* objection_to(const Snapshot& profile) {
  if (has_gpu_work(profile))
    return "is a trace with GPU work, not a profile; compare the two instead";
  if (is_traced_recording(profile))
    return "is a recording with more than samples, not a profile; compare the two instead";
  return profile.slice_count == 0 ? "cannot be read as a profile: it has no samples" : nullptr;
}

/// That the profile, not the trace, cannot be read. A file that does not exist is clear by its
/// name.
Error about_profile(const std::string& file, const Error& error) {
  if (error.kind == Error::Kind::NotFound) return about(file, error);
  return {error.kind, file + ": cannot be read as a profile: " + error.message};
}

/// Whether a process of this number is something else in the trace: 0 if the profile knows none, or
/// in traces of torch.profiler the number of a GPU.
bool is_taken(const Snapshot& trace, std::string_view process) {
  return process == "0" || std::ranges::any_of(trace.tracks, [&](const Track& track) {
           return track.kind == TrackKind::GpuStream && trace.text(track.process) == process;
         });
}

/// The profile with processes that are not taken for others of the trace. Where both know a process
/// or thread, its name is the trace's.
Snapshot fitted(const Snapshot& profile, const Snapshot& trace) {
  Snapshot fitted = profile;
  for (Track& track : fitted.tracks) {
    if (track.process_name != StringId::Empty && is_taken(trace, profile.text(track.process)))
      track.process = track.process_name;
    for (const Track& other : trace.tracks) {
      if (trace.text(other.process) != profile.text(track.process)) continue;
      track.process_name = StringId::Empty;
      if (trace.text(other.thread) == profile.text(track.thread)) track.name = StringId::Empty;
    }
  }
  return fitted;
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
Ns base_of(const Snapshot& profile, const Snapshot& trace, Ns offset_ns) {
  const Ns begin_ns =
      saturating_add(saturating_sub(trace.extent.begin_ns, moved_base_ns(trace)), offset_ns);
  const Ns own_ns = saturating_add(profile.info.base_ns.value_or(0), profile.extent.begin_ns);
  return saturating_sub(own_ns, begin_ns);
}

bool write_both(const LoadedTrace& trace, const LoadedTrace& profile, Ns offset_ns,
                const TextSink& to, const TraceWriteOptions& options) {
  const Snapshot beside = fitted(*profile.snapshot, *trace.snapshot);
  const auto write_profile = [&](const TextSink& sink) {
    return write_trace_events(beside, Session::event_reader(profile), sink,
                              base_of(beside, *trace.snapshot, offset_ns));
  };
  Inserter inserter(to, write_profile);
  return write_trace(
      *trace.snapshot, Session::event_reader(trace),
      [&](std::string_view piece) { return inserter.take(piece); }, options);
}

}  // namespace

std::optional<Error> write_with_profile(const std::string& path, const std::string& trace,
                                        const LaidProfile& profile, LaidSources& sources) {
  const auto own = load_trace(trace);
  if (!own.ok()) return about(trace, own.error());
  const auto beside = load_trace(profile.file);
  if (!beside.ok()) return about_profile(profile.file, beside.error());
  const Snapshot &from = *own.value().snapshot, &laid = *beside.value().snapshot;
  if (const char* objection = objection_to(laid))
    return Error{Error::Kind::Unsupported, profile.file + ": " + objection};
  TraceWriteOptions options;
  options.most_rights = rights_of_source(trace);
  auto error = write_to_file(
      path,
      [&](const TextSink& to) {
        return write_both(own.value(), beside.value(), profile.offset_ns, to, options);
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
