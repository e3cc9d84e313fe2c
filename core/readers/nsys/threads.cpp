#include "core/readers/nsys/threads.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/readers/rows/sample_lane.h"
#include "core/store/thread_state.h"

namespace lanescope {
namespace {

struct Switch {
  std::int64_t thread = 0;
  Ns time_ns = 0;
  std::int64_t row_id = 0;
  bool in = false;
  LocalId state = 0;  // if it loses its CPU: what it does then
};

/// Why threads lose their CPU, as far as the export names it.
class StateNames {
 public:
  explicit StateNames(const NsysContext& context) : sink_(context.sink) {
    SqliteRows rows(context.database, "ENUM_SCHEDULING_THREAD_STATE", {"id", "label"});
    while (rows.next()) {
      const auto id = rows.integer(0);
      const std::string label = lower_cased(rows.text(1));
      if (!id || label.empty()) continue;
      const bool ready = label.starts_with("run") || label.starts_with("ready");
      names_[*id] = sink_.text(ready ? std::string(kStateWaitsForCpu) : label);
    }
  }
  LocalId of(std::optional<std::int64_t> state) {
    const auto at = state ? names_.find(*state) : names_.end();
    return at == names_.end() ? sink_.text("waiting") : at->second;
  }

 private:
  RowSink& sink_;
  std::map<std::int64_t, LocalId> names_;
};

std::vector<Switch> all_switches(const NsysContext& context) {
  StateNames states(context);
  std::vector<Switch> all;
  NsysEvents events(context, NsysTable::Switch, {"start", "isSchedIn", "globalTid", "threadState"});
  while (events.next()) {
    SqliteRows& rows = events.rows();
    const auto time_ns = events.time(0);
    if (!time_ns) continue;
    const std::int64_t thread = rows.integer_or(2, 0);
    if (thread_of(thread) == 0) continue;  // a CPU without work
    all.push_back(
        {thread, *time_ns, rows.row_id(), rows.integer_or(1, 0) != 0, states.of(rows.integer(3))});
  }
  std::ranges::sort(
      all, {}, [](const Switch& s) { return std::tuple(s.thread, s.time_ns, s.in, s.row_id); });
  return all;
}

void add_state(const NsysContext& context, const Switch& from, Ns end_ns) {
  LANESCOPE_CHECK(from.time_ns < end_ns, "a state with a length, not from {} to {}", from.time_ns,
                  end_ns);
  RowSink::Slice slice;
  slice.track = context.processes.thread_track(from.thread, TrackRole::State);
  slice.category = context.sink.category("thread_state");
  slice.name = from.in ? context.sink.text(kStateRunning) : from.state;
  slice.begin_ns = from.time_ns;
  slice.end_ns = end_ns;
  slice.place = NsysRow{NsysTable::Switch, from.row_id}.place();
  slice.row = 0;
  context.sink.slice(slice);
}

struct Sample {
  std::int64_t thread = 0;
  Ns time_ns = 0;
  std::int64_t id = 0;  // of its stack
  std::int64_t row_id = 0;
};

std::vector<Sample> all_samples(const NsysContext& context) {
  std::vector<Sample> all;
  NsysEvents events(context, NsysTable::Sample, {"start", "globalTid", "id"});
  while (events.next()) {
    const auto time_ns = events.time(0);
    if (time_ns)
      all.push_back({events.rows().integer_or(1, 0), *time_ns, events.rows().integer_or(2, 0),
                     events.rows().row_id()});
  }
  std::ranges::sort(all, {},
                    [](const Sample& s) { return std::tuple(s.thread, s.time_ns, s.row_id); });
  return all;
}

/// The stacks of all samples.
class Stacks {
 public:
  explicit Stacks(const NsysContext& context) {
    NsysNames names(context.strings);
    SqliteRows rows(context.database, "SAMPLING_CALLCHAINS",
                    {"id", "stackDepth", "symbol", "originalIP"});
    while (rows.next()) {
      const auto id = rows.integer(0), depth = rows.integer(1), symbol = rows.integer(2);
      if (!id || !depth) continue;
      const bool named = symbol && !context.strings.text(*symbol).empty();
      frames_.push_back({*id, *depth,
                         named ? names.name(*symbol, context.sink)
                               : context.sink.text(fmt::format("0x{:x}", rows.integer_or(3, 0)))});
    }
    std::ranges::sort(frames_, {},
                      [](const Frame& f) { return std::tuple(f.id, ~f.depth, f.name); });
  }

  /// Outermost first.
  /// Returns how many frames of the stack are left out, as it is too deep.
  std::uint64_t items(std::int64_t id, std::uint16_t category, std::vector<SampleItem>& out) const {
    constexpr std::size_t kDeepest = 1024;
    out.clear();
    const auto own = std::ranges::equal_range(frames_, id, {}, &Frame::id);
    for (const Frame& frame : own) {
      if (out.size() == kDeepest) break;
      out.push_back({frame.name, category});
    }
    LANESCOPE_CHECK(out.size() <= own.size(), "at most {} frames, not {}", own.size(), out.size());
    return own.size() - out.size();
  }

 private:
  struct Frame {
    std::int64_t id = 0, depth = 0;  // depth: 0 is the innermost
    LocalId name = 0;
  };
  std::vector<Frame> frames_;
};

/// A sample stands for the time until the next one, but for no more than twice the usual distance:
/// then the thread had no CPU.
Ns usual_distance(const std::vector<Sample>& samples) {
  std::vector<Ns> distances;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    LANESCOPE_CHECK(samples[i - 1].thread <= samples[i].thread,
                    "samples thread by thread, but not {}", i);
    if (samples[i].thread == samples[i - 1].thread)
      distances.push_back(saturating_sub(samples[i].time_ns, samples[i - 1].time_ns));
  }
  constexpr Ns kUnknown = 1'000'000;
  if (distances.empty()) return kUnknown;
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::ranges::nth_element(distances, middle);
  return std::max<Ns>(*middle, 1);
}

}  // namespace

void read_switches(const NsysContext& context) {
  const std::vector<Switch> all = all_switches(context);
  for (std::size_t i = 1; i < all.size(); ++i) {
    LANESCOPE_CHECK(all[i - 1].thread <= all[i].thread, "switches thread by thread, but not {}", i);
    if (all[i].thread == all[i - 1].thread && all[i].time_ns > all[i - 1].time_ns)
      add_state(context, all[i - 1], all[i].time_ns);
  }
}

void read_samples(const NsysContext& context) {
  const std::vector<Sample> samples = all_samples(context);
  if (samples.empty()) return;
  const Stacks stacks(context);
  const Ns most_ns = saturating_add(usual_distance(samples), usual_distance(samples));
  const std::uint16_t category = context.sink.category("native_frame");
  std::vector<SampleItem> items;
  SampleLane lane;
  std::uint64_t left_out = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Sample& sample = samples[i];
    LANESCOPE_CHECK(i == 0 || samples[i - 1].thread <= sample.thread, "samples thread by thread");
    lane.set_track(context.processes.thread_track(sample.thread, TrackRole::Samples));
    left_out += stacks.items(sample.id, category, items);
    lane.change(items, sample.time_ns, NsysRow{NsysTable::Sample, sample.row_id}.place(),
                context.sink);
    const bool more = i + 1 < samples.size() && samples[i + 1].thread == sample.thread;
    const Ns over_ns = saturating_add(sample.time_ns, more ? most_ns : most_ns / 2);
    if (!more || samples[i + 1].time_ns > over_ns) lane.end(0, over_ns, context.sink);
  }
  if (left_out != 0) context.sink.issue(Issue::DeepStack, 0, "SAMPLING_CALLCHAINS", left_out);
}

}  // namespace lanescope
