#include "core/compare/part_names.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/analysis/events/event_arguments.h"
#include "core/analysis/host/site.h"
#include "core/analysis/ops/captured_stacks.h"
#include "core/analysis/ops/groups.h"
#include "core/analysis/ops/modules.h"

namespace lanescope {
namespace {

/// Modules nested deeper get the name of the module around them. Only artificial traces nest that
/// deep, and the total length of all paths would be quadratic in the depth.
constexpr std::size_t kLongestPath = 4096;

/// Creates one part per key, and records which owner belongs to which part.
class PartTable {
 public:
  explicit PartTable(std::size_t owners) { found_.of.reserve(owners); }

  void add(PartKind kind, std::string_view name, std::string_view shapes = {}) {
    Key key{kind, std::string(name), std::string(shapes)};
    const auto [at, fresh] =
        known_.try_emplace(std::move(key), static_cast<std::uint32_t>(known_.size()));
    found_.of.push_back(at->second);
  }

  /// In the map's order: by kind, name, shapes.
  PartsOfOwners take() {
    std::vector<std::uint32_t> place(known_.size());
    for (const auto& [key, number] : known_) {
      place[number] = static_cast<std::uint32_t>(found_.parts.size());
      RunPart part;
      part.kind = key.kind;
      part.name = key.name;
      part.shapes = key.shapes;
      found_.parts.push_back(std::move(part));
    }
    for (std::uint32_t& number : found_.of) number = place[number];
    return std::move(found_);
  }

 private:
  struct Key {
    PartKind kind;
    std::string name, shapes;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  std::map<Key, std::uint32_t> known_;
  PartsOfOwners found_;
};

/// Input shapes of operators, each read once; empty if not in the trace.
class OpShapes {
 public:
  OpShapes(const PartsInput& in, const std::vector<PartOwner>& owners) {
    std::vector<EventId> ops;
    for (const PartOwner& owner : owners) {
      if (owner.op != EventId::None) ops.push_back(owner.op);
    }
    std::ranges::sort(ops);
    ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
    left_out_ = ops.size() > kMostArgumentTexts;
    const auto note = [&](std::size_t i, const JsonValue& args) {
      const JsonValue* shapes = input_shapes(args);
      if (shapes != nullptr) shapes_[ops[i]] = shapes_text(*shapes);
    };
    read_arguments(in.results.trace, ops, kInputShapes, in.results.read, note, in.stop);
  }

  [[nodiscard]] std::string_view of(EventId op) const {
    const auto at = shapes_.find(op);
    return at == shapes_.end() ? std::string_view() : at->second;
  }
  [[nodiscard]] bool left_out() const { return left_out_; }

 private:
  std::unordered_map<EventId, std::string> shapes_;
  bool left_out_ = false;
};

PartsOfOwners kernel_parts(const PartsInput& in, const std::vector<PartOwner>& owners) {
  PartTable table(owners.size());
  for (const PartOwner& owner : owners) {
    table.add(in.of_gpu ? PartKind::Kernel : PartKind::Op, in.results.trace.text(owner.name));
  }
  return table.take();
}

PartsOfOwners op_parts(const PartsInput& in, const std::vector<PartOwner>& owners) {
  const OpShapes shapes(in, owners);
  PartTable table(owners.size());
  for (const PartOwner& owner : owners) {
    if (owner.site != nullptr && !owner.site->ops.empty()) {
      const GraphSite::Op& op = owner.site->ops.front();
      const bool known = op.dims.array() != nullptr;
      table.add(PartKind::Op, in.results.trace.text(op.name),
                known ? shapes_text(op.dims) : std::string());
    } else if (owner.op == EventId::None) {
      table.add(PartKind::Kernel, in.results.trace.text(owner.name));
    } else {
      table.add(PartKind::Op, in.results.trace.text(slice_name(in.results.trace, owner.op)),
                shapes.of(owner.op));
    }
  }
  PartsOfOwners found = table.take();
  found.shapes_left_out = shapes.left_out();
  return found;
}

/// "Model_0/Encoder_0/Linear_3", by stack node; empty for node 0.
std::vector<std::string> module_paths(const Snapshot& trace, StackKind source,
                                      const HostStacks& stacks) {
  std::vector<std::string> paths(stacks.nodes.size());
  for (std::size_t i = 1; i < paths.size(); ++i) {
    const HostStacks::Node& node = stacks.nodes[i];
    const std::string_view title = module_title(source, trace.text(node.frame));
    paths[i] = paths[node.parent];
    if (paths[i].size() > kLongestPath) continue;
    if (!paths[i].empty()) paths[i] += '/';
    paths[i] += title;
  }
  return paths;
}

/// The modules around sites of a capture trace, which do not mix with what stands for modules in
/// other traces.
std::unordered_map<const GraphSite*, std::uint32_t> add_captured_modules(const GraphOrigins& graphs,
                                                                         HostStacks& stacks) {
  CapturedStacks captured(stacks);
  std::unordered_map<const GraphSite*, std::uint32_t> node_of;
  for (const GraphSite& site : graphs.sites) node_of[&site] = captured.modules_of(site);
  return node_of;
}

PartsOfOwners module_parts(const PartsInput& in, const std::vector<PartOwner>& owners,
                           const GraphOrigins& graphs) {
  const Snapshot& trace = in.results.trace;
  const bool captured = graphs.names_modules();
  HostStacks stacks;
  StackKind source = StackKind::Modules;
  if (captured) {
    stacks = find_stacks(trace, source, in.stop);
  } else {
    source = find_module_stacks(trace, stacks, in.stop);
  }
  OpStacks of_ops;
  if (stacks.nodes.size() > 1)
    of_ops = op_stacks(trace, stacks, ForwardTwins(trace, in.results.read, in.stop));
  std::unordered_map<const GraphSite*, std::uint32_t> node_of_site;
  if (captured) node_of_site = add_captured_modules(graphs, stacks);
  const std::vector<std::string> paths = module_paths(trace, source, stacks);
  PartTable table(owners.size());
  for (const PartOwner& owner : owners) {
    if (owner.site != nullptr && captured) {
      table.add(PartKind::Module, paths[node_of_site.at(owner.site)]);
      continue;
    }
    std::uint32_t node = 0;
    if (owner.op != EventId::None && !of_ops.node.empty()) node = of_ops.node[index_of(owner.op)];
    const bool backward = node != 0 && of_ops.in_backward[index_of(owner.op)];
    std::string name = paths.empty() ? "" : paths[node];
    if (backward) name += " (backward)";
    table.add(PartKind::Module, name);
  }
  return table.take();
}

}  // namespace

PartsOfOwners name_parts(const PartsInput& in, PartLevel level,
                         const std::vector<PartOwner>& owners, const GraphOrigins& graphs) {
  switch (level) {
    case PartLevel::Kernel:
      return kernel_parts(in, owners);
    case PartLevel::Op:
      return op_parts(in, owners);
    case PartLevel::Module:
      return module_parts(in, owners, graphs);
  }
  return {};
}

}  // namespace lanescope
