#include "core/analysis/copies/sizes.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "core/analysis/copies/copies.h"
#include "core/analysis/events/event_arguments.h"
#include "core/analysis/results.h"

namespace lanescope {
namespace {

constexpr std::string_view kBandwidth = "memory bandwidth (GB/s)";
constexpr std::array<std::string_view, 3> kArguments = {"bytes", "size", kBandwidth};

CopySize size_of(const Snapshot& snapshot, const JsonValue& args, Ns length_ns) {
  CopySize size;
  size.bytes = integer_argument(args, "bytes");
  if (!size.bytes) size.bytes = integer_argument(args, "size");
  if (size.bytes) size.gb_per_s = copy_gb_per_s(snapshot.info, args, *size.bytes, length_ns);
  return size;
}

/// The copies of a timeline between host and GPU; nullopt if it has too many copies of all kinds.
std::optional<std::vector<const TimelineEvent*>> host_copies(const Snapshot& snapshot,
                                                             const DeviceTimeline& timeline) {
  std::unordered_map<StringId, bool> by_name;
  std::vector<const TimelineEvent*> found;
  std::size_t copies = 0;
  for_each_copy(timeline, [&](const TimelineEvent& event) {
    ++copies;
    const auto [at, fresh] = by_name.try_emplace(event.name, false);
    if (fresh)
      at->second = copy_route(event.kind, snapshot.text(event.name)).leaves_or_enters_host();
    if (at->second) found.push_back(&event);
  });
  return copies <= kMostArgumentTexts ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<std::vector<CopySize>> sizes_of(const AnalysisResults& in,
                                              const DeviceTimeline& timeline) {
  const auto copies = host_copies(in.trace, timeline);
  if (!copies) return std::nullopt;
  std::vector<CopySize> sizes(copies->size());
  std::vector<UnsizedCopy> unsized;
  for (std::size_t i = 0; i < sizes.size(); ++i) unsized.push_back({(*copies)[i], &sizes[i]});
  return read_copy_sizes(in.trace, in.read, unsized) ? std::optional(std::move(sizes))
                                                     : std::nullopt;
}

}  // namespace

double copy_gb_per_s(const TraceInfo& info, const JsonValue& args, std::int64_t bytes, Ns dur_ns) {
  const auto written =
      info.whole_microseconds ? number_argument(args, kBandwidth) : std::optional<double>{};
  return written.value_or(static_cast<double>(bytes) /
                          static_cast<double>(std::max<Ns>(dur_ns, 1)));
}

bool read_copy_sizes(const Snapshot& snapshot, const ReadEvent& read,
                     std::span<const UnsizedCopy> copies) {
  std::vector<EventId> events;
  events.reserve(copies.size());
  for (const UnsizedCopy& copy : copies) events.push_back(copy.event->event);
  const auto note = [&](std::size_t i, const JsonValue& args) {
    *copies[i].size = size_of(snapshot, args, copies[i].event->range.length_ns());
  };
  return read_arguments(snapshot, events, kArguments, read, note);
}

HostCopySizes read_host_copy_sizes(const AnalysisResults& in) {
  HostCopySizes sizes;
  const auto timelines = in.of<DeviceTimelines>();
  for (const DeviceTimeline& timeline : timelines->devices)
    sizes.devices.push_back(sizes_of(in, timeline));
  return sizes;
}

}  // namespace lanescope
