#include "core/session/joined_samples.h"

#include <cstdio>
#include <memory>
#include <string_view>
#include <vector>

#include "core/base/files/replace_file.h"
#include "core/base/text/json_writer.h"
#include "core/export/trace_writer.h"
#include "core/readers/trace_loader.h"
#include "core/session/event_list_place.h"
#include "core/session/session.h"

namespace lanescope {
namespace {

constexpr std::size_t kPieceBytes = 1U << 20U;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using OpenFile = std::unique_ptr<std::FILE, CloseFile>;

/// What analyses need to know of the samples, such as their period, as members of the trace.
std::string members_of(const Snapshot& samples) {
  std::string text;
  const JsonObject* members = samples.info.metadata.object();
  if (members == nullptr) return text;
  for (const auto& [key, value] : *members) {
    if (!key.starts_with("samples ")) continue;
    std::string member;
    JsonWriter json(member);
    json.begin_object();
    json.member(key, value);
    json.end();
    text.append(member, 1, member.size() - 2).append(",\n");
  }
  return text;
}

/// Copies the trace, with the samples at the beginning of its list of events.
class Joiner {
 public:
  Joiner(FileReplacement& file, const Snapshot& trace, Ns base_ns, const LoadedTrace& samples)
      : file_(file), trace_(trace), base_ns_(base_ns), samples_(samples) {}

  std::optional<Error> copy(std::FILE* from) {
    std::vector<char> room(kPieceBytes);
    std::size_t got = 0;
    while (!problem_ && (got = std::fread(room.data(), 1, room.size(), from)) > 0)
      take({room.data(), got});
    if (!problem_ && !place_.found())
      problem_ = Error{Error::Kind::WrongFormat, "its list of events was not found"};
    return problem_;
  }

 private:
  void take(std::string_view piece) {
    if (!std::exchange(has_begun_, true)) {
      const std::size_t brace = piece.find('{');
      if (brace == std::string_view::npos) return fail();
      put(piece.substr(0, brace + 1));
      put(members_of(*samples_.snapshot));
      place_.add(piece.substr(0, brace + 1));
      piece.remove_prefix(brace + 1);
    }
    if (!place_.found()) {
      const std::size_t list = place_.add(piece);
      put(piece.substr(0, list));
      piece.remove_prefix(list);
      if (place_.found()) write_samples();
    }
    separate(piece);
    put(piece);
  }

  void fail() { problem_ = Error{Error::Kind::WrongFormat, "it is not a JSON trace"}; }

  void write_samples() {
    const Ns moved_ns = saturating_sub(base_ns_, samples_.snapshot->info.base_ns.value_or(0));
    TraceWriteOptions options;
    // Readers allow for the rounding of a trace only if all of its times are rounded.
    options.whole_microseconds = trace_.info.whole_microseconds;
    options.range = TimeRange{saturating_add(trace_.extent.begin_ns, moved_ns),
                              saturating_add(trace_.extent.end_ns, moved_ns)};
    const auto sink = [this](std::string_view text) {
      wrote_any_ = wrote_any_ || !text.empty();
      put(text);
      return !problem_.has_value();
    };
    write_trace_events(*samples_.snapshot, Session::event_reader(samples_), sink, base_ns_,
                       options);
  }

  /// Between the samples and the first event of the trace.
  void separate(std::string_view piece) {
    if (!wrote_any_ || is_separated_) return;
    const std::size_t next = piece.find_first_not_of(" \t\r\n");
    if (next == std::string_view::npos) return;
    is_separated_ = true;
    if (piece[next] != ']') put(",");
  }

  void put(std::string_view text) {
    if (!problem_ && !text.empty()) problem_ = file_.write(text);
  }

  FileReplacement& file_;
  const Snapshot& trace_;
  const Ns base_ns_;  // Unix time of the trace's zero
  const LoadedTrace& samples_;
  EventListPlace place_;
  bool has_begun_ = false, wrote_any_ = false, is_separated_ = false;
  std::optional<Error> problem_;
};

/// Unix time of the trace's zero. Kineto before PyTorch 2.4 names none and writes Unix time; that
/// is believed if it puts the trace into the time of the samples.
std::optional<Ns> zero_of(const Snapshot& trace, const Snapshot& samples) {
  if (trace.info.base_ns) return trace.info.base_ns;
  const Ns zero_ns = samples.info.base_ns.value_or(0);
  const bool fits = trace.extent.begin_ns < saturating_add(samples.extent.end_ns, zero_ns) &&
                    trace.extent.end_ns > saturating_add(samples.extent.begin_ns, zero_ns);
  return fits ? std::optional<Ns>(0) : std::nullopt;
}

}  // namespace

std::optional<Error> join_samples(const std::string& trace, const std::string& recording) {
  const auto own = load_trace(trace);
  if (!own.ok()) return own.error();
  const Snapshot& profiled = *own.value().snapshot;
  const auto samples = load_trace(recording);
  if (!samples.ok()) return samples.error();
  const auto zero_ns = zero_of(profiled, *samples.value().snapshot);
  if (!zero_ns || profiled.extent.empty())
    return Error{Error::Kind::Unsupported, "the trace does not know when it was recorded"};
  const OpenFile from(std::fopen(trace.c_str(), "rb"));
  if (from == nullptr) return Error{Error::Kind::Unreadable, "the trace cannot be read"};
  auto file = FileReplacement::begin(trace, rights_of_source(trace));
  if (!file.ok()) return file.error();
  if (auto problem = Joiner(file.value(), profiled, *zero_ns, samples.value()).copy(from.get()))
    return problem;
  return file.value().commit();
}

}  // namespace lanescope
