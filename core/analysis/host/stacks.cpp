#include "core/analysis/host/stacks.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "core/analysis/host/python_frame.h"
#include "core/base/threads/parallel.h"
#include "core/base/threads/work.h"
#include "core/store/each_slice.h"
#include "core/store/marked_stack.h"

namespace lanescope {
namespace {

constexpr std::string_view kForward = ": forward";  // "model.py(12): forward"
/// Annotations that PyTorch adds itself, which do not mark a part of the network.
constexpr std::array<std::string_view, 8> kOwnRanges = {
    "ProfilerStep#",         "Optimizer.",      "enumerate(", "nccl:", "gloo:", "PyTorch ",
    "Torch-Compiled Region", "CompiledFunction"};
/// Operators without a namespace, which emit_nvtx writes like ranges of record_function.
constexpr std::array<std::string_view, 3> kOwnOperators = {"record_param_comms", "detach",
                                                           "detach_"};

/// A function of NCCL, which marks its own calls: "ncclGroupEnd".
bool is_nccl_call(std::string_view name) {
  constexpr std::string_view kNccl = "nccl";
  if (!name.starts_with(kNccl) || name.size() == kNccl.size()) return false;
  const char next = name[kNccl.size()];
  return next >= 'A' && next <= 'Z';
}

/// Whether an annotation was made by PyTorch or by NCCL.
bool is_own_range(std::string_view name) {
  return is_nccl_call(name) || std::ranges::find(kOwnOperators, name) != kOwnOperators.end() ||
         std::ranges::any_of(kOwnRanges,
                             [name](std::string_view own) { return name.starts_with(own); });
}

/// Builds the tree: one node for each (parent, frame).
class StackTree {
 public:
  std::uint32_t child(std::uint32_t parent, StringId frame) {
    const std::uint64_t key = std::uint64_t{parent} << 32U | index_of(frame);
    const auto [at, fresh] = known_.try_emplace(key, static_cast<std::uint32_t>(nodes_.size()));
    if (fresh) nodes_.push_back({parent, frame});
    return at->second;
  }
  [[nodiscard]] const std::vector<HostStacks::Node>& nodes() const { return nodes_; }
  std::vector<HostStacks::Node> take() { return std::move(nodes_); }

 private:
  std::vector<HostStacks::Node> nodes_{{}};
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
};

/// The slices of the host threads.
std::vector<const TrackChunk*> host_chunks(const Snapshot& snapshot) {
  std::vector<const TrackChunk*> chunks;
  for_each_chunk(snapshot, TrackKind::CpuThread,
                 [&](const Track&, const TrackChunk& chunk) { chunks.push_back(&chunk); });
  return chunks;
}

class StackFinder {
 public:
  StackFinder(const Snapshot& snapshot, StackKind kind) : snapshot_(snapshot), kind_(kind) {
    if (kind == StackKind::Python) return;
    is_frame_name_.resize(snapshot.strings->size());
    for (std::uint32_t i = 0; i < is_frame_name_.size(); ++i) {
      is_frame_name_[i] = is_frame_name(snapshot.text(StringId{i})) ? 1 : 0;
    }
    if (kind != StackKind::Ranges) return;
    // Of the run, not of the network; those that overlap would seem nested.
    for (const Step& step : snapshot.steps) is_frame_name_[index_of(step.name)] = 0;
  }

  /// Whether a thread has frames. Most traces have those of one kind only, or none.
  [[nodiscard]] bool has_frames(const TrackChunk& chunk) const {
    count_work(Work::Events, chunk.size());
    for (std::uint32_t slice = 0; slice < chunk.size(); ++slice) {
      if (is_frame(snapshot_.kind_of(chunk.category[slice]), chunk.name[slice])) return true;
    }
    return false;
  }

  /// Fills `of_event` with nodes of `tree`.
  void add_thread(const TrackChunk& chunk, StackTree& tree, std::vector<std::uint32_t>& of_event) {
    if (!has_frames(chunk)) return;
    MarkedStack open(snapshot_.info.whole_microseconds ? 1000 : 0);
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      const CategoryKind kind = snapshot_.kind_of(chunk.category[slice]);
      const bool frame = is_frame(kind, chunk.name[slice]);
      if (!frame && kind != CategoryKind::CpuOp && kind != CategoryKind::HostCall) continue;
      const std::uint32_t around = open.push(chunk.range(slice), slice, frame).marked;
      const std::uint32_t node = around == kNoParent ? 0 : of_event[index_of(chunk.id_of(around))];
      of_event[index_of(chunk.id_of(slice))] = frame ? tree.child(node, chunk.name[slice]) : node;
    }
  }

 private:
  [[nodiscard]] bool is_frame_name(std::string_view name) const {
    if (kind_ == StackKind::Modules) return !module_name(name).empty();
    if (kind_ == StackKind::Forward) return name.ends_with(kForward);
    return !is_own_range(name);
  }

  [[nodiscard]] bool may_be_frame(CategoryKind kind) const {
    switch (kind) {
      case CategoryKind::PythonFunction:
        return kind_ != StackKind::Ranges;
      case CategoryKind::UserAnnotation:
        return kind_ == StackKind::Modules || kind_ == StackKind::Ranges;
      case CategoryKind::CpuOp:
        return kind_ == StackKind::Modules;
      default:
        return false;
    }
  }

  [[nodiscard]] bool is_frame(CategoryKind kind, StringId name) const {
    return may_be_frame(kind) &&
           (kind_ == StackKind::Python || is_frame_name_[index_of(name)] != 0);
  }

  const Snapshot& snapshot_;
  StackKind kind_;
  std::vector<std::uint8_t> is_frame_name_;  // by name; empty if all are
};

}  // namespace

bool has_stacks(const Snapshot& snapshot, StackKind kind) {
  const StackFinder finder(snapshot, kind);
  return std::ranges::any_of(host_chunks(snapshot), [&finder](const TrackChunk* chunk) {
    return finder.has_frames(*chunk);
  });
}

HostStacks find_stacks(const Snapshot& snapshot, StackKind kind, const std::stop_token& stop) {
  const std::vector<const TrackChunk*> threads = host_chunks(snapshot);
  StackFinder finder(snapshot, kind);
  HostStacks out;
  out.of_event.resize(snapshot.slice_count);
  std::vector<StackTree> trees(threads.size());
  parallel_for(threads.size(), hardware_threads(), [&](std::size_t t, unsigned) {
    if (!stop.stop_requested()) finder.add_thread(*threads[t], trees[t], out.of_event);
  });
  StackTree all;
  std::vector<std::vector<std::uint32_t>> numbers(threads.size());
  for (std::size_t t = 0; t < threads.size(); ++t) {
    numbers[t].push_back(0);
    for (std::size_t n = 1; n < trees[t].nodes().size(); ++n) {
      const HostStacks::Node& node = trees[t].nodes()[n];
      numbers[t].push_back(all.child(numbers[t][node.parent], node.frame));
    }
  }
  out.nodes = all.take();
  if (out.nodes.size() == 1) return out;
  parallel_for(threads.size(), hardware_threads(), [&](std::size_t t, unsigned) {
    const std::uint32_t first = index_of(threads[t]->first_id);
    for (std::uint32_t i = first; i < first + threads[t]->size(); ++i) {
      out.of_event[i] = numbers[t][out.of_event[i]];
    }
  });
  return out;
}

OpStacks op_stacks(const Snapshot& snapshot, const HostStacks& stacks, const ForwardTwins& twins) {
  OpStacks ops{std::vector<std::uint32_t>(stacks.of_event.size()),
               std::vector<bool>(stacks.of_event.size())};
  for (const TrackChunk* chunk : host_chunks(snapshot)) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      if (snapshot.kind_of(chunk->category[slice]) != CategoryKind::CpuOp) continue;
      const std::uint32_t op = index_of(chunk->id_of(slice));
      const EventId parent = chunk->link[slice];
      const EventId twin = twins.of(chunk->id_of(slice));
      const bool around = parent != EventId::None && ops.in_backward[index_of(parent)];
      ops.in_backward[op] = around || twin != EventId::None;
      ops.node[op] = twin != EventId::None ? stacks.of_event[index_of(twin)]
                     : around              ? ops.node[index_of(parent)]
                                           : stacks.of_event[op];
    }
  }
  return ops;
}

}  // namespace lanescope
