#include "core/readers/xplane/call_threads.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/check.h"
#include "core/base/time.h"

namespace lanescope {
namespace {

struct Call {
  std::string_view op;
  Ns time_ns = 0;
};

Ns begin_ns(const XLine& line, const XEvent& event) {
  constexpr std::int64_t kPicoseconds = 1000;
  return saturating_add(line.timestamp_ns, event.offset_ps / kPicoseconds);
}

/// Those that say for which op they are.
std::vector<Call> calls_of(const XLine& line, const XFactReader& facts) {
  std::vector<Call> calls;
  XEvent event;
  for (const std::string_view bytes : line.events) {
    if (!read_event(bytes, event)) continue;
    const std::string_view op = facts.facts_of(event).hlo_op;
    if (!op.empty()) calls.push_back({op, begin_ns(line, event)});
  }
  return calls;
}

/// When a thread was in an op, by the op's name. Runs of one op do not overlap on a thread.
using Runs = std::unordered_map<std::string_view, std::vector<TimeRange>>;

void take_runs(const XPlane& plane, const XLine& line, Runs& runs) {
  for (auto& [op, ranges] : runs) ranges.clear();
  XEvent event;
  for (const std::string_view bytes : line.events) {
    if (!read_event(bytes, event)) continue;
    const auto kind = plane.kinds.find(event.kind);
    if (kind == plane.kinds.end()) continue;
    const auto of_op = runs.find(kind->second.name);
    if (of_op == runs.end()) continue;
    const Ns begin = begin_ns(line, event);
    of_op->second.push_back({begin, saturating_add(begin, event.duration_ps / 1000 + 1)});
  }
  for (auto& [op, ranges] : runs) std::ranges::sort(ranges, {}, &TimeRange::begin_ns);
}

bool is_inside(const std::vector<TimeRange>& ranges, Ns time_ns) {
  const auto after = std::ranges::upper_bound(ranges, time_ns, {}, &TimeRange::begin_ns);
  return after != ranges.begin() && (after - 1)->contains(time_ns);
}

bool is_line_of_calls(const XLine& line) {
  return line.name.starts_with("Host Threads/");
}

}  // namespace

std::optional<std::size_t> thread_of_calls(const XPlane& plane, const XFactReader& facts,
                                           const std::vector<XLine>& lines, std::size_t calls) {
  LANESCOPE_CHECK(calls < lines.size(), "one of {} lines, not {}", lines.size(), calls);
  if (!is_line_of_calls(lines[calls])) return std::nullopt;
  const std::vector<Call> made = calls_of(lines[calls], facts);
  if (made.empty() || made.size() * 2 < lines[calls].events.size()) return std::nullopt;
  Runs runs;
  for (const Call& call : made) runs.try_emplace(call.op);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (is_line_of_calls(lines[i])) continue;
    take_runs(plane, lines[i], runs);
    const auto inside = std::ranges::count_if(
        made, [&](const Call& call) { return is_inside(runs.at(call.op), call.time_ns); });
    if (static_cast<std::size_t>(inside) * 10 >= made.size() * 9) return i;
  }
  return std::nullopt;
}

}  // namespace lanescope
