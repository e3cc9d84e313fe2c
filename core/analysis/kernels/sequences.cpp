#include "core/analysis/kernels/sequences.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/statistics.h"
#include "core/analysis/events/thresholds.h"
#include "core/analysis/host/known_events.h"
#include "core/analysis/host/site.h"
#include "core/analysis/kernels/repeats.h"
#include "core/analysis/kernels/strings.h"
#include "core/analysis/ops/ops.h"
#include "core/analysis/results.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// Finds outermost operators, excluding annotations that old traces record as operators.
class OutermostOps {
 public:
  explicit OutermostOps(const Snapshot& snapshot)
      : snapshot_(snapshot),
        slices_(snapshot),
        annotation_(snapshot.strings->size()),
        found_(snapshot.slice_count) {}

  bool is_op(StringId name) {
    std::uint8_t& known = annotation_[index_of(name)];
    if (known == 0) known = is_annotation_name(snapshot_.text(name)) ? 2 : 1;
    return known == 1;
  }

  /// Whether an operator is not inside another.
  bool is_outermost(EventId parent) {
    const auto around = slices_.find(parent);
    return !around || !is_op(around->chunk->name[around->slice]);
  }

  /// The outermost operator around the launch of a GPU event, given its entry in TrackChunk::link;
  /// None if there is none. Cost: over all calls, linear in the operators.
  EventId around(EventId link) {
    passed_.clear();
    EventId op = innermost_op(slices_, link);
    EventId outermost = EventId::None;
    while (op != EventId::None) {
      if (const auto known = found_.find(op)) {
        outermost = *known;
        break;
      }
      const auto at = slices_.find(op);
      if (!is_op(at->chunk->name[at->slice])) break;
      passed_.push_back(op);
      outermost = op;
      op = at->chunk->link[at->slice];
    }
    for (const EventId one : passed_) found_.set(one, outermost);
    return outermost;
  }

 private:
  const Snapshot& snapshot_;
  SliceFinder slices_;
  std::vector<std::uint8_t> annotation_;  // by name: 0 unknown, 1 no, 2 yes
  KnownEvents found_;
  std::vector<EventId> passed_;  // by around()
};

/// A kernel launched within an operator.
struct OpKernel {
  EventId op = EventId::None;       // the outermost; None: in the capture trace
  EventId replay = EventId::None;   // of a graph that was captured in the operator
  std::int64_t captured_call = -1;  // of the operator in the capture trace
  StringId op_name = StringId::Empty;
  Ns start_ns = 0, counted_ns = 0;
  StringId name = StringId::Empty;
  EventId event = EventId::None;
};

/// The outermost operator that a node was captured in; Empty if the capture trace has none.
StringId captured_op(OutermostOps& ops, const GraphSite& site) {
  StringId outermost = StringId::Empty;
  for (const GraphSite::Op& op : site.ops) {
    if (!ops.is_op(op.name)) break;
    outermost = op.name;
  }
  return outermost;
}

/// In the operator that launched it, or for a graph, in which it was captured; nullopt: in none.
std::optional<OpKernel> kernel_of_op(OutermostOps& ops, const LaunchedKernel& kernel,
                                     const GraphOrigins& graphs, GraphCounts& counts) {
  OpKernel found{.start_ns = kernel.start_ns,
                 .counted_ns = kernel.counted_ns,
                 .name = kernel.name,
                 .event = kernel.event};
  if (const auto* const node = graphs.find(kernel.event)) {
    const GraphSite& site = graphs.site_of(*node);
    found.op = ops.around(site.launch);
    if (site.launch == EventId::None) found.op_name = captured_op(ops, site);
    if (found.op != EventId::None || found.op_name != StringId::Empty) {
      found.replay = kernel.link;
      found.captured_call = node->captured_call;
      counts.add(*node);
      return found;
    }
  }
  found.op = ops.around(kernel.link);
  return found.op == EventId::None ? std::nullopt : std::optional(found);
}

/// By operator, then by replay and its calls, then by start.
std::vector<OpKernel> kernels_of_ops(OutermostOps& ops, const std::vector<LaunchedKernel>& kernels,
                                     const GraphOrigins& graphs, GraphCounts& counts) {
  std::vector<OpKernel> of_ops;
  of_ops.reserve(kernels.size());
  for (const LaunchedKernel& kernel : kernels) {
    if (auto found = kernel_of_op(ops, kernel, graphs, counts)) of_ops.push_back(*found);
  }
  // Mostly so already: kernels are sorted by launch.
  const auto before = [](const OpKernel& a, const OpKernel& b) {
    return std::tie(a.op, a.replay, a.captured_call, a.start_ns) <
           std::tie(b.op, b.replay, b.captured_call, b.start_ns);
  };
  if (!std::ranges::is_sorted(of_ops, before)) std::ranges::stable_sort(of_ops, before);
  return of_ops;
}

/// Of a chosen range, the part of the operator in it; else all of it, as its kernels count,
/// wherever it started.
Ns cpu_ns_of(const AnalysisWindow& window, const SliceRef& op) {
  const TimeRange range = op.chunk->range(op.slice);
  return window.kind == WindowKind::Range ? counted_ns(window, range) : range.length_ns();
}

struct KnownSequence {
  OpSequence sequence;
  EventId first_op = EventId::None, first_kernel = EventId::None;
};

std::vector<OpSequence> op_sequences(const Snapshot& snapshot, const AnalysisWindow& window,
                                     OutermostOps& ops, const std::vector<LaunchedKernel>& kernels,
                                     const GraphOrigins& graphs, GraphCounts& counts) {
  const std::vector<OpKernel> of_ops = kernels_of_ops(ops, kernels, graphs, counts);
  std::map<std::pair<StringId, std::vector<StringId>>, KnownSequence> known;
  std::pair<StringId, std::vector<StringId>> key;
  for (std::size_t i = 0, end = 0; i < of_ops.size(); i = end) {
    const OpKernel& first = of_ops[i];
    const EventId op = first.op, replay = first.replay;
    const auto same_call = [&](const OpKernel& one) {
      return one.op == op && one.replay == replay && one.captured_call == first.captured_call &&
             one.op_name == first.op_name;
    };
    Ns gpu_ns = 0;
    key.second.clear();
    for (end = i; end < of_ops.size() && same_call(of_ops[end]); ++end) {
      key.second.push_back(of_ops[end].name);
      gpu_ns = saturating_add(gpu_ns, of_ops[end].counted_ns);
    }
    if (end - i < thresholds::kLeastOpSequence) continue;
    const auto at = snapshot.find_slice(op);
    key.first = at ? at->chunk->name[at->slice] : first.op_name;
    auto& [sequence, first_op, first_kernel] = known[key];
    sequence.op = key.first;
    ++sequence.count;
    first_op = std::min(first_op, op);
    first_kernel = std::min(first_kernel, first.event);
    sequence.gpu_ns = saturating_add(sequence.gpu_ns, gpu_ns);
    if (replay != EventId::None) {
      ++sequence.replays;
      sequence.places.push_back(first.event);
      continue;
    }
    sequence.places.push_back(op);
    sequence.cpu_ns = saturating_add(sequence.cpu_ns, cpu_ns_of(window, *at));
  }
  std::vector<OpSequence> sequences;
  for (auto& [names, found] : known) {
    auto& [sequence, first_op, first_kernel] = found;
    sequence.kernels = names.second;
    sequence.first = first_op != EventId::None ? first_op : first_kernel;
    std::ranges::sort(sequence.places);
    sequences.push_back(std::move(sequence));
  }
  std::ranges::stable_sort(sequences, std::greater(), &OpSequence::gpu_ns);
  if (sequences.size() > kMostOpSequences) sequences.resize(kMostOpSequences);
  return sequences;
}

bool is_fusible(std::string_view kernel) {
  return kernel.find("elementwise") != kernel.npos || kernel.find("reduce") != kernel.npos ||
         kernel.starts_with("triton_poi") || kernel.starts_with("triton_red") ||
         kernel.starts_with("triton_per");
}

std::vector<FusionHint> fusion_hints(const Snapshot& snapshot,
                                     const std::vector<LaunchedKernel>& kernels,
                                     const Thresholds& thresholds) {
  std::map<std::vector<StringId>, FusionHint> known;
  std::vector<std::uint8_t> fusible(snapshot.strings->size());  // by name: 0 unknown, 1 no, 2 yes
  const auto fits = [&](const LaunchedKernel& kernel) {
    std::uint8_t& name = fusible[index_of(kernel.name)];
    if (name == 0) name = is_fusible(snapshot.text(kernel.name)) ? 2 : 1;
    return name == 2 && kernel.length_ns < thresholds.tiny_kernel_ns;
  };
  std::vector<StringId> names;
  for (std::size_t i = 0, end = 0; i < kernels.size(); i = std::max(end, i + 1)) {
    for (end = i; end < kernels.size() && kernels[end].launcher == kernels[i].launcher; ++end) {
      if (!fits(kernels[end])) break;
    }
    if (std::cmp_less(end - i, thresholds.fusible_run)) continue;
    names.clear();
    Ns total_ns = 0;
    std::uint64_t launches = 0;
    for (std::size_t k = i; k < end; ++k) {
      launches += k > i && !is_same_launch(kernels[k - 1], kernels[k]) ? 1 : 0;
      names.push_back(kernels[k].name);
      total_ns = saturating_add(total_ns, kernels[k].counted_ns);
    }
    FusionHint& hint = known[names];
    if (hint.count++ == 0) hint.first = kernels[i].event;
    hint.places.push_back(kernels[i].event);
    hint.total_ns = saturating_add(hint.total_ns, total_ns);
    hint.saved_launches += launches;
  }
  std::vector<FusionHint> hints;
  for (auto& [kernels_of_hint, hint] : known) {
    hint.kernels = kernels_of_hint;
    hints.push_back(std::move(hint));
  }
  std::ranges::stable_sort(hints, std::greater(),
                           [](const FusionHint& hint) { return hint.count * hint.kernels.size(); });
  if (hints.size() > kMostFusionHints) hints.resize(kMostFusionHints);
  return hints;
}

struct ThreadOps {
  TrackId thread = TrackId::None;
  EventId first = EventId::None;
  std::vector<std::uint32_t> names;
  std::vector<Ns> starts;
};

/// The outermost operators of the thread that has the most.
ThreadOps busiest_thread(const Snapshot& snapshot, const AnalysisWindow& window,
                         OutermostOps& ops) {
  ThreadOps most;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != TrackKind::CpuThread || track.chunks.empty()) continue;
    const TrackChunk& chunk = *track.chunks.front();
    ThreadOps thread{track.id, EventId::None, {}, {}};
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      if (snapshot.kind_of(chunk.category[slice]) != CategoryKind::CpuOp) continue;
      if (!window.has_start(chunk.start_ns[slice]) || !ops.is_op(chunk.name[slice])) continue;
      if (!ops.is_outermost(chunk.link[slice])) continue;
      if (thread.names.empty()) thread.first = chunk.id_of(slice);
      thread.names.push_back(index_of(chunk.name[slice]));
      thread.starts.push_back(chunk.start_ns[slice]);
    }
    if (thread.names.size() > most.names.size()) most = std::move(thread);
  }
  return most;
}

std::optional<OpPeriod> op_period(const Snapshot& snapshot, const AnalysisWindow& window,
                                  OutermostOps& ops) {
  const ThreadOps thread = busiest_thread(snapshot, window, ops);
  const auto found = find_period(thread.names);
  if (!found) return std::nullopt;
  std::vector<double> lengths;
  for (std::size_t i = 0; i + found->length < thread.starts.size(); i += found->length) {
    lengths.push_back(
        static_cast<double>(saturating_sub(thread.starts[i + found->length], thread.starts[i])));
  }
  return OpPeriod{thread.thread,
                  found->length,
                  found->match,
                  thread.names.size() / found->length,
                  rounded_ns(median_of(std::move(lengths))),
                  thread.first};
}

}  // namespace

SequenceTable analyse_sequences(const AnalysisResults& in) {
  const Snapshot& snapshot = in.trace;
  const AnalysisWindow& window = in.window;
  SequenceTable table;
  auto kernels = launched_kernels(snapshot, window, kMostSequenceKernels);
  add_launch_idle(snapshot, *in.of<IdleTime>(), *window.thresholds, kernels);
  table.kernels = kernels.size();
  table.truncated = kernels.size() == kMostSequenceKernels;
  OutermostOps ops(snapshot);
  table.repeats = repeated_kernels(kernels);
  table.op_sequences =
      op_sequences(snapshot, window, ops, kernels, *in.of<GraphOrigins>(), table.graphs);
  table.fusion_hints = fusion_hints(snapshot, kernels, *window.thresholds);
  table.period = op_period(snapshot, window, ops);
  return table;
}

}  // namespace lanescope
