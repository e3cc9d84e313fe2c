#include "core/analysis/kernels/compile.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <span>
#include <unordered_map>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/events/launch_call.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/events/statistics.h"
#include "core/analysis/events/step_ranges.h"
#include "core/analysis/events/warm_up_signs.h"
#include "core/analysis/host/graph_origin.h"
#include "core/analysis/host/site.h"
#include "core/analysis/kernels/hidden_launches.h"
#include "core/analysis/kernels/strings.h"
#include "core/analysis/results.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::string_view kRegion = "Torch-Compiled Region";

CompiledPart part_of(std::string_view name) {
  if (name.starts_with(kRegion)) return CompiledPart::Region;
  if (name == "CompiledFunction" || name == "CompiledFunctionBackward") {
    return CompiledPart::Function;
  }
  if (name.starts_with("## Call CompiledFxGraph")) return CompiledPart::FxGraph;
  if (name.starts_with("TorchDynamo Cache Lookup")) return CompiledPart::Guards;
  if (name.starts_with("Pregraph bytecode")) return CompiledPart::Bytecode;
  if (name.starts_with("AOTDispatcher Runtime Wrapper Prologue")) return CompiledPart::Prologue;
  return CompiledPart::None;
}

bool holds_kernels(CompiledPart part) {
  return part == CompiledPart::Region || part == CompiledPart::Function ||
         part == CompiledPart::FxGraph;
}

/// "3" for "Torch-Compiled Region: 3/1"; empty in older traces, which do not number regions.
std::string_view frame_of(std::string_view region) {
  const std::size_t colon = region.find(": ");
  const std::size_t slash = region.find('/');
  if (colon == region.npos || slash == region.npos || slash < colon) return {};
  return region.substr(colon + 2, slash - colon - 2);
}

/// Whether a name is not a C++ signature: Triton kernels are named like Python functions.
bool is_plain(std::string_view kernel) {
  return kernel.find_first_of("<:( ") == kernel.npos && !kernel.starts_with("nvjet");
}
bool is_inductor(std::string_view kernel) {
  constexpr std::array<std::string_view, 4> kStarts = {"triton_poi_", "triton_red_", "triton_per_",
                                                       "triton_tem_"};
  return std::ranges::any_of(kStarts,
                             [&](std::string_view start) { return kernel.starts_with(start); });
}
/// Libraries launch through the runtime API, Triton through the driver API.
bool launches_by_driver(std::string_view call) {
  return call.starts_with("cuLaunchKernel") || call.starts_with("hipModuleLaunch");
}

/// A thread's launches in time order, with prefix sums of GPU time.
struct Launches {
  std::vector<Ns> times;
  std::vector<Ns> gpu_ns{0};

  [[nodiscard]] std::pair<std::size_t, std::size_t> inside(TimeRange range) const {
    const auto first = std::ranges::lower_bound(times, range.begin_ns);
    const auto last = std::lower_bound(first, times.end(), range.end_ns);
    return {static_cast<std::size_t>(first - times.begin()),
            static_cast<std::size_t>(last - times.begin())};
  }
};

class CompileReader {
 public:
  explicit CompileReader(const AnalysisResults& in)
      : in_(in),
        snapshot_(in.trace),
        window_(in.window),
        parts_(in.trace.strings->size(), kUnknown) {}

  CompileTable run() {
    const auto kernels = launched_kernels(snapshot_, window_, SIZE_MAX);
    add_launches(kernels);
    const std::vector<StepRange> steps = in_.of<StepRanges>()->steps;
    out_.steps_known = !steps.empty();
    out_.steps = static_cast<std::size_t>(std::ranges::count_if(
        steps, [&](const StepRange& step) { return window_.has_start(step.range.begin_ns); }));
    const std::size_t warm_up =
        count_warm_up_steps(steps, in_.of<WarmUpSigns>()->signs, *window_.thresholds);
    if (warm_up < steps.size()) steady_from_ns_ = steps[warm_up].range.begin_ns;
    if (names_compiled_code(snapshot_)) add_threads();
    finish_rows();
    count_kernels(kernels);
    if (has_graph_launch(snapshot_)) {
      add_graphs();
      out_.graphs.without_events = graph_launches_without_events(snapshot_, window_);
    }
    return std::move(out_);
  }

 private:
  static constexpr std::uint8_t kUnknown = 0xFF;

  void add_launches(std::span<const LaunchedKernel> kernels) {
    Launches* launches = nullptr;
    TrackId launcher = TrackId::None;  // kernels are sorted by it
    for (const LaunchedKernel& kernel : kernels) {
      if (launches == nullptr || kernel.launcher != launcher)
        launches = &launches_[launcher = kernel.launcher];
      launches->times.push_back(kernel.launch_ns);
      launches->gpu_ns.push_back(saturating_add(launches->gpu_ns.back(), kernel.counted_ns));
    }
  }

  struct Growing {
    CompiledRow row;
    std::vector<double> lengths;        // as far as they count
    std::vector<double> whole_lengths;  // of regions: a cut one must not make others look long
    std::vector<EventId> without_kernels;
  };

  CompiledPart part_of_name(StringId name) {
    std::uint8_t& known = parts_[index_of(name)];
    if (known == kUnknown) known = static_cast<std::uint8_t>(part_of(snapshot_.text(name)));
    return static_cast<CompiledPart>(known);
  }

  void add_threads() {
    for (const Track& track : snapshot_.tracks) {
      if (track.kind == TrackKind::CpuThread && !track.chunks.empty()) add_thread(track);
    }
  }

  void add_thread(const Track& track) {
    const TrackChunk& chunk = *track.chunks.front();
    std::vector<std::uint32_t> regions;  // the open regions
    std::vector<TimeRange>& compiled = compiled_[track.id];
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      const CategoryKind kind = snapshot_.kind_of(chunk.category[slice]);
      if (kind != CategoryKind::CpuOp && kind != CategoryKind::UserAnnotation) continue;
      const CompiledPart part = part_of_name(chunk.name[slice]);
      if (part == CompiledPart::None) continue;
      const auto counted = counted_part(window_, chunk.range(slice));
      if (!counted && window_.kind != WindowKind::Range) continue;
      if (holds_kernels(part)) compiled.push_back(chunk.range(slice));
      add_kernels(track.id, chunk, slice, part, counted.has_value());
      if (!counted) continue;
      add_event(chunk, slice, part, counted->length_ns());
      if (part == CompiledPart::Region) add_region(chunk, slice, regions);
    }
    compiled = merged(compiled);
  }

  /// Of a chosen range, kernels in it count also for a call that ended before it.
  void add_kernels(TrackId thread, const TrackChunk& chunk, std::uint32_t slice, CompiledPart part,
                   bool call_counts) {
    const Launches& launches = launches_[thread];
    const auto [first, last] = launches.inside(chunk.range(slice));
    if (first == last && !call_counts) return;
    auto& [row, lengths, whole_lengths, without_kernels] = rows_[{part, chunk.name[slice]}];
    if (row.longest == EventId::None) row.longest = chunk.id_of(slice);
    row.part = part;
    row.name = chunk.name[slice];
    row.kernels += last - first;
    row.gpu_ns =
        saturating_add(row.gpu_ns, saturating_sub(launches.gpu_ns[last], launches.gpu_ns[first]));
    if (first == last) without_kernels.push_back(chunk.id_of(slice));
  }

  void add_event(const TrackChunk& chunk, std::uint32_t slice, CompiledPart part, Ns length_ns) {
    auto& [row, lengths, whole_lengths, without_kernels] = rows_[{part, chunk.name[slice]}];
    if (row.count++ == 0 || length_ns > row.max_ns) {
      row.longest = chunk.id_of(slice);
      row.max_ns = length_ns;
    }
    row.total_ns = saturating_add(row.total_ns, length_ns);
    lengths.push_back(static_cast<double>(length_ns));
    if (part == CompiledPart::Region)
      whole_lengths.push_back(static_cast<double>(chunk.dur_ns[slice]));
  }

  void add_region(const TrackChunk& chunk, std::uint32_t slice,
                  std::vector<std::uint32_t>& regions) {
    const TimeRange range = chunk.range(slice);
    while (!regions.empty() && chunk.end_ns(regions.back()) <= range.begin_ns) regions.pop_back();
    if (!regions.empty()) {
      const std::uint32_t outer = regions.back();
      GraphBreak& one = breaks_[{chunk.name[outer], chunk.name[slice]}];
      if (one.count++ == 0) {
        one = {chunk.name[outer], chunk.name[slice], 1, chunk.id_of(slice),
               source_frame(snapshot_, chunk.id_of(outer))};
      }
    }
    regions.push_back(slice);
    const std::string_view frame = frame_of(snapshot_.text(chunk.name[slice]));
    if (frame.empty()) return;
    const bool fresh = seen_ids_.insert(chunk.name[slice]).second;
    const bool known_frame = !seen_frames_.insert(frame).second;
    const bool late = out_.steps_known && chunk.start_ns[slice] >= steady_from_ns_;
    if (fresh && known_frame && late) {
      out_.recompiles.push_back({RecompileSign::NewId, chunk.id_of(slice)});
    }
  }

  void finish_rows() {
    for (auto& [key, growing] : rows_) {
      CompiledRow& row = growing.row;
      row.median_ns = rounded_ns(median_of(growing.lengths));
      if (row.part == CompiledPart::FxGraph) ++out_.fx_graphs;
      if (row.part == CompiledPart::Region) add_long_regions(growing);
      out_.rows.push_back(row);
    }
    std::ranges::stable_sort(out_.rows, [](const CompiledRow& a, const CompiledRow& b) {
      return a.part != b.part ? a.part < b.part : a.total_ns > b.total_ns;
    });
    for (const auto& [names, one] : breaks_) out_.breaks.push_back(one);
    std::ranges::stable_sort(out_.breaks, std::greater(), &GraphBreak::count);
    std::ranges::sort(out_.recompiles, {}, &Recompile::event);
  }

  void add_long_regions(const Growing& growing) {
    const double median_ns = median_of(growing.whole_lengths);
    for (const EventId event : growing.without_kernels) {
      const auto at = snapshot_.find_slice(event);
      const auto length_ns = static_cast<double>(at->chunk->dur_ns[at->slice]);
      if (median_ns > 0 && length_ns > window_.thresholds->recompile * median_ns) {
        out_.recompiles.push_back({RecompileSign::LongRegion, event});
      }
    }
  }

  static void add(OriginCount& to, const LaunchedKernel& kernel) {
    ++to.kernels;
    to.gpu_ns = saturating_add(to.gpu_ns, kernel.counted_ns);
  }

  void count_kernels(const std::vector<LaunchedKernel>& kernels) {
    NameTest plain(snapshot_, is_plain), inductor(snapshot_, is_inductor);
    NameTest driver(snapshot_, launches_by_driver);
    SliceFinder slices(snapshot_);
    const auto is_by_user = [&](const LaunchedKernel& kernel) {
      if (!plain(kernel.name)) return false;
      const auto call = find_launch_call(slices, kernel.link);
      return call && driver(call->name);
    };
    const std::vector<TimeRange>* compiled = nullptr;
    TrackId launcher = TrackId::None;  // kernels are sorted by it
    for (const LaunchedKernel& kernel : kernels) {
      if (compiled == nullptr || kernel.launcher != launcher)
        compiled = &compiled_[launcher = kernel.launcher];
      const bool inside = !compiled->empty() && covers(*compiled, kernel.launch_ns);
      add(inside ? out_.compiled : out_.eager, kernel);
      const KernelOrigin origin = inductor(kernel.name) ? KernelOrigin::Inductor
                                  : is_by_user(kernel)  ? KernelOrigin::UserTriton
                                                        : KernelOrigin::Library;
      add(out_.origins[static_cast<std::size_t>(origin)], kernel);
    }
  }
  /// Whether a merged list covers a time.
  static bool covers(const std::vector<TimeRange>& list, Ns time_ns) {
    const auto after = std::ranges::upper_bound(list, time_ns, {}, &TimeRange::begin_ns);
    return after != list.begin() && std::prev(after)->contains(time_ns);
  }

  void add_graphs() {
    std::unordered_map<EventId, std::vector<TimeRange>> of_call;
    NameTest graph(snapshot_, launches_graph);
    SliceFinder slices(snapshot_);
    for_each_gpu_event(
        snapshot_, window_,
        [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind) {
          const EventId link = chunk.link[slice];
          const auto part = counted_gpu_part(snapshot_, window_, chunk.range(slice), link);
          if (!part) return;
          const auto call = find_launch_call(slices, link);
          if (call && graph(call->name)) of_call[link].push_back(*part);
        });
    for (auto& [call, ranges] : of_call) add_replay(ranges);
  }

  void add_replay(std::vector<TimeRange>& ranges) {
    std::ranges::sort(ranges, {}, &TimeRange::begin_ns);
    GraphReplays& graphs = out_.graphs;
    ++graphs.launches;
    graphs.events += ranges.size();
    TimeRange span{ranges.front().begin_ns, ranges.front().end_ns};
    for (const TimeRange& range : ranges) {
      span.end_ns = std::max(span.end_ns, range.end_ns);
      graphs.gpu_ns = saturating_add(graphs.gpu_ns, length_of(range));
    }
    Ns idle_ns = length_of(span);
    for (const TimeRange& range : merged(ranges))
      idle_ns = saturating_sub(idle_ns, length_of(range));
    graphs.idle_ns = saturating_add(graphs.idle_ns, idle_ns);
  }

  const AnalysisResults& in_;
  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  std::vector<std::uint8_t> parts_;  // by name
  std::unordered_map<TrackId, Launches> launches_;
  std::unordered_map<TrackId, std::vector<TimeRange>> compiled_;
  std::map<std::pair<CompiledPart, StringId>, Growing> rows_;
  std::map<std::pair<StringId, StringId>, GraphBreak> breaks_;
  std::set<StringId> seen_ids_;
  std::set<std::string_view> seen_frames_;
  Ns steady_from_ns_ = kMaxNs;
  CompileTable out_;
};

}  // namespace

std::string_view compiled_part_name(CompiledPart part) {
  constexpr std::array<std::string_view, 7> kNames = {"",       "region",   "function", "fx_graph",
                                                      "guards", "bytecode", "prologue"};
  return kNames[static_cast<std::size_t>(part)];
}

bool names_compiled_code(const Snapshot& trace) {
  for (std::uint32_t i = 0; i < trace.strings->size(); ++i) {
    if (part_of(trace.text(StringId{i})) != CompiledPart::None) return true;
  }
  return false;
}

CompileTable analyse_compile(const AnalysisResults& in) {
  return CompileReader(in).run();
}

}  // namespace lanescope
