#include "core/analysis/ops/modules.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/host/forward_twins.h"
#include "core/analysis/host/instant_ops.h"
#include "core/analysis/host/python_frame.h"
#include "core/analysis/host/site.h"
#include "core/analysis/ops/allocations.h"
#include "core/analysis/ops/captured_stacks.h"
#include "core/analysis/ops/module_sorter.h"
#include "core/analysis/ops/self_time.h"
#include "core/analysis/results.h"
#include "core/base/threads/work.h"
#include "core/store/each_slice.h"

namespace lanescope {
namespace {

/// In the order in which they are tried.
constexpr std::array kModuleStacks{StackKind::Modules, StackKind::Ranges, StackKind::Forward};

void add(Ns& sum, Ns value_ns) {
  sum = saturating_add(sum, value_ns);
}

/// Adds the modules of a capture trace to the tree, by name. Returns the innermost one of each
/// site; 0: none.
std::vector<std::uint32_t> add_captured_modules(const GraphOrigins& graphs, HostStacks& stacks) {
  CapturedStacks captured(stacks);
  std::vector<std::uint32_t> of_site;
  for (const GraphSite& site : graphs.sites) of_site.push_back(captured.modules_of(site));
  return of_site;
}

class ModuleTreeBuilder {
 public:
  ModuleTreeBuilder(const Snapshot& snapshot, const AnalysisWindow& window, const ReadEvent& read,
                    const std::stop_token& stop, const GraphOrigins* graphs)
      : snapshot_(snapshot),
        window_(window),
        graphs_(graphs),
        source_(find_source(stop)),
        twins_(snapshot, stacks_.nodes.size() > 1 ? read : ReadEvent(), stop),
        rows_(stacks_.nodes.size()),
        longest_ns_(rows_.size(), -1),
        open_calls_(rows_.size()),
        slack_ns_(snapshot.info.whole_microseconds ? 1000 : 0) {}

  ModuleTree build() {
    ModuleTree& tree = tree_;
    tree.has_twins = !twins_.empty();
    tree.source = source_;
    if (stacks_.nodes.size() > 1) {
      ops_ = op_stacks(snapshot_, stacks_, twins_);
      for_each_chunk(snapshot_, TrackKind::CpuThread,
                     [this](const Track&, const TrackChunk& chunk) { add_thread(chunk); });
      tree.has_gpu_events = add_gpu_events();
      tree.has_memory_records = add_memory();
      add_up();
      tree.rows = ModuleSorter(snapshot_, stacks_, rows_).sorted(used_);
    }
    return std::move(tree_);
  }

 private:
  /// The modules of a capture trace do not mix with what stands for modules here.
  StackKind find_source(const std::stop_token& stop) {
    const bool captured = graphs_ != nullptr && graphs_->names_modules();
    StackKind source = StackKind::Modules;
    if (captured) {
      stacks_ = find_stacks(snapshot_, source, stop);
      module_of_site_ = add_captured_modules(*graphs_, stacks_);
    } else {
      source = find_module_stacks(snapshot_, stacks_, stop);
    }
    return source;
  }

  [[nodiscard]] std::uint32_t parent_of(std::uint32_t node) const {
    return stacks_.nodes[node].parent;
  }

  void add_thread(const TrackChunk& chunk) {
    count_work(Work::Events, chunk.size());
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      const std::uint32_t slice = chunk.in_time_order(i);
      const auto part = counted_part(window_, chunk.range(slice));
      const std::uint32_t event = index_of(chunk.id_of(slice));
      const std::uint32_t node = stacks_.of_event[event];
      if (node != 0 && chunk.name[slice] == stacks_.nodes[node].frame) {
        if (part) add_call(node, chunk.id_of(slice), *part);
        // A call that does not count has no row time, so nothing is subtracted.
        open_calls_[node] = part ? CoveredPart(*part, slack_ns_) : CoveredPart();
      } else if (!part) {
        continue;
      } else if (ops_.in_backward[event] && !is_inside_backward(chunk.link[slice])) {
        add(rows_[ops_.node[event]].backward_self_cpu_ns, part->length_ns());
      }
    }
  }
  [[nodiscard]] bool is_inside_backward(EventId parent) const {
    return parent != EventId::None && ops_.in_backward[index_of(parent)];
  }

  void add_call(std::uint32_t node, EventId call, TimeRange range) {
    const Ns dur_ns = range.length_ns();
    ModuleRow& row = rows_[node];
    ++row.calls;
    add(row.forward_cpu_ns, dur_ns);
    add(row.forward_self_cpu_ns, dur_ns);
    // The last call of the enclosing module contains this call.
    Ns& around_ns = rows_[parent_of(node)].forward_self_cpu_ns;
    around_ns = saturating_sub(around_ns, open_calls_[parent_of(node)].cover(range));
    if (dur_ns <= longest_ns_[node]) return;
    longest_ns_[node] = dur_ns;
    row.longest = call;
  }

  /// False if there are none.
  bool add_gpu_events() {
    bool any = false;
    for_each_gpu_event(
        snapshot_, window_,
        [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
          any = true;
          const auto launch = snapshot_.find_slice(chunk.link[slice]);
          if (!launch) return;
          const auto part = counted_work(*launch, chunk.range(slice));
          if (!part) return;
          const bool is_kernel = kind == CategoryKind::Kernel;
          const auto* node = graphs_ == nullptr ? nullptr : graphs_->find(chunk.id_of(slice));
          if (node == nullptr || !add_captured(*node, part->length_ns(), is_kernel))
            add_gpu_work(*launch, part->length_ns(), is_kernel);
        });
    return any;
  }

  /// As OpCharges counts it: of a chosen range, what runs in it, wherever it was launched.
  [[nodiscard]] std::optional<TimeRange> counted_work(const SliceRef& launch,
                                                      TimeRange work) const {
    if (window_.kind == WindowKind::Range) return counted_part(window_, work);
    const bool counts = window_.has_start(launch.chunk->start_ns[launch.slice]);
    return counts ? std::optional(work) : std::nullopt;
  }

  /// False if no module was captured.
  bool add_captured(const GraphOrigins::Node& node, Ns dur_ns, bool is_kernel) {
    const EventId launch = graphs_->site_of(node).launch;
    const EventId op = innermost_op(snapshot_, launch);
    const bool backward = op != EventId::None && ops_.in_backward[index_of(op)];
    const std::uint32_t in_trace = launch == EventId::None ? 0
                                   : backward              ? ops_.node[index_of(op)]
                                                           : stacks_.of_event[index_of(launch)];
    const std::uint32_t module =
        launch == EventId::None && !module_of_site_.empty() ? module_of_site_[node.site] : in_trace;
    if (module == 0) return false;
    ModuleRow& row = rows_[module];
    add(backward ? row.backward_self_device_ns : row.forward_self_device_ns, dur_ns);
    if (!is_kernel) return true;
    ++row.kernels;
    ++row.graph_kernels;
    tree_.graphs.add(node);
    return true;
  }

  void add_gpu_work(const SliceRef& launch, Ns dur_ns, bool is_kernel) {
    const EventId call = launch.chunk->id_of(launch.slice);
    // Work whose launch call is not in the file is linked to its operator.
    const CategoryKind kind = snapshot_.kind_of(launch.chunk->category[launch.slice]);
    const EventId op = kind == CategoryKind::CpuOp ? call : launch.chunk->link[launch.slice];
    const bool backward = op != EventId::None && ops_.in_backward[index_of(op)];
    ModuleRow& row = rows_[backward ? ops_.node[index_of(op)] : stacks_.of_event[index_of(call)]];
    add(backward ? row.backward_self_device_ns : row.forward_self_device_ns, dur_ns);
    row.kernels += is_kernel ? 1 : 0;
  }

  /// False if there are none.
  bool add_memory() {
    if (snapshot_.memory.empty() || !snapshot_.instants) return false;
    const InstantTable& instants = *snapshot_.instants;
    const std::vector<EventId> ops = ops_of_instants(snapshot_);
    const std::vector<std::uint32_t> frames = frames_of_instants(snapshot_, stacks_);
    for (const auto& memory : snapshot_.memory) {
      const bool on_host = is_host_memory(memory->device_type);
      for (std::size_t i = 0; i < memory->event.size(); ++i) {
        if (!window_.has_start(memory->time_ns[i])) continue;
        const std::uint32_t instant = index_of(memory->event[i]) - index_of(instants.first_id);
        if (instant >= ops.size()) continue;
        const EventId op = ops[instant];
        // Most tensors are freed by Python, in a call of the module but in no operator.
        ModuleRow& row = rows_[op == EventId::None ? frames[instant] : ops_.node[index_of(op)]];
        add(on_host ? row.host_bytes : row.device_bytes, memory->bytes[i]);
      }
    }
    return true;
  }

  /// Adds nested modules to totals. Nodes are ordered parents first.
  void add_up() {
    used_.resize(rows_.size());
    for (std::size_t node = rows_.size(); node-- > 1;) {
      ModuleRow& row = rows_[node];
      add(row.forward_device_ns, row.forward_self_device_ns);
      add(row.backward_device_ns, row.backward_self_device_ns);
      add(row.backward_cpu_ns, row.backward_self_cpu_ns);
      ModuleRow& around = rows_[parent_of(static_cast<std::uint32_t>(node))];
      add(around.forward_device_ns, row.forward_device_ns);
      add(around.backward_device_ns, row.backward_device_ns);
      add(around.backward_cpu_ns, row.backward_cpu_ns);
      around.kernels += row.kernels;
      around.graph_kernels += row.graph_kernels;
      add(around.host_bytes, row.host_bytes);
      add(around.device_bytes, row.device_bytes);
      used_[node] = used_[node] || row.calls != 0 || row.kernels != 0 || row.backward_cpu_ns != 0 ||
                    row.forward_device_ns != 0 || row.backward_device_ns != 0;
      if (used_[node]) used_[parent_of(static_cast<std::uint32_t>(node))] = true;
    }
  }

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  const GraphOrigins* graphs_;
  ModuleTree tree_;
  HostStacks stacks_;
  std::vector<std::uint32_t> module_of_site_;  // of a capture trace: nodes of stacks_
  StackKind source_;                           // its initializer fills both
  ForwardTwins twins_;
  OpStacks ops_;
  std::vector<ModuleRow> rows_;          // by node; row 0 is for work outside modules
  std::vector<Ns> longest_ns_;           // by node
  std::vector<CoveredPart> open_calls_;  // by node: its last call
  Ns slack_ns_;
  std::vector<bool> used_;  // by node: has a row
};

}  // namespace

StackKind find_module_stacks(const Snapshot& snapshot, HostStacks& stacks,
                             const std::stop_token& stop) {
  for (const StackKind kind : kModuleStacks) {
    stacks = {};  // large, so not kept beside the next
    stacks = find_stacks(snapshot, kind, stop);
    if (stacks.nodes.size() > 1) return kind;
  }
  return StackKind::Modules;
}

bool has_modules(const Snapshot& snapshot) {
  const JsonValue* captured = snapshot.info.metadata.find("captureTrace");
  const JsonValue* modules = captured != nullptr ? captured->find("modules") : nullptr;
  if (modules != nullptr && modules->as_int() > 0) return true;
  return std::ranges::any_of(kModuleStacks,
                             [&snapshot](StackKind kind) { return has_stacks(snapshot, kind); });
}

ModuleTree analyse_modules(const Snapshot& snapshot, const AnalysisWindow& window,
                           const ReadEvent& read, const std::stop_token& stop,
                           const GraphOrigins* graphs) {
  return ModuleTreeBuilder(snapshot, window, read, stop, graphs).build();
}

ModuleTree analyse_modules(const AnalysisResults& in) {
  const auto graphs = in.of<GraphOrigins>();
  return ModuleTreeBuilder(in.trace, in.window, in.read, in.stop, graphs.get()).build();
}

std::string_view module_title(StackKind source, std::string_view name) {
  return source == StackKind::Modules ? module_name(name) : name;
}

}  // namespace lanescope
