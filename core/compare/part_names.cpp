#include "core/compare/part_names.h"

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/analysis/comm/collective.h"
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

/// PyTorch's name for all collectives on the host; which one it is, is in its arguments.
constexpr std::string_view kCommsOp = "record_param_comms";

/// What the arguments of an operator tell; empty if they are not in the trace.
struct OpFacts {
  std::string shapes, collective, group;
  friend auto operator<=>(const OpFacts&, const OpFacts&) = default;
};

/// Creates one part per key, and records which owner belongs to which part.
class PartTable {
 public:
  explicit PartTable(std::size_t owners) { found_.of.reserve(owners); }

  void add(PartKind kind, std::string_view name, const OpFacts& facts = {}) {
    Key key{kind, std::string(name), facts};
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
      part.shapes = key.facts.shapes;
      part.collective = key.facts.collective;
      part.group = key.facts.group;
      found_.parts.push_back(std::move(part));
    }
    for (std::uint32_t& number : found_.of) number = place[number];
    return std::move(found_);
  }

 private:
  struct Key {
    PartKind kind;
    std::string name;
    OpFacts facts;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  std::map<Key, std::uint32_t> known_;
  PartsOfOwners found_;
};

/// The arguments of operators, each read once.
class OpArguments {
 public:
  OpArguments(const PartsInput& in, std::vector<EventId> ops) {
    std::ranges::sort(ops);
    ops.erase(std::unique(ops.begin(), ops.end()), ops.end());
    left_out_ = ops.size() > kMostArgumentTexts;
    const auto note = [&](std::size_t i, const JsonValue& args) {
      if (OpFacts facts = facts_in(args); facts != OpFacts()) facts_[ops[i]] = std::move(facts);
    };
    read_arguments(in.results.trace, ops, kRead, in.results.read, note, in.stop);
  }

  [[nodiscard]] const OpFacts& of(EventId op) const {
    static const OpFacts none;
    const auto at = facts_.find(op);
    return at == facts_.end() ? none : at->second;
  }
  [[nodiscard]] bool left_out() const { return left_out_; }

 private:
  static constexpr std::array<std::string_view, 6> kRead = {
      kInputShapes[0],      kInputShapes[1],    "Collective name",
      "Process Group Name", "Process Group ID", "Process Group Description"};

  static OpFacts facts_in(const JsonValue& args) {
    OpFacts facts;
    if (const JsonValue* shapes = input_shapes(args)) facts.shapes = shapes_text(*shapes);
    if (const auto collective = collective_of(args, 0)) {
      facts.collective = collective->name;
      facts.group = collective->group;
    }
    return facts;
  }

  std::unordered_map<EventId, OpFacts> facts_;
  bool left_out_ = false;
};

/// The operators of the owners for which `wanted` holds.
template <typename Wanted>
std::vector<EventId> ops_of(const std::vector<PartOwner>& owners, const Wanted& wanted) {
  std::vector<EventId> ops;
  for (const PartOwner& owner : owners) {
    if (owner.op != EventId::None && wanted(owner)) ops.push_back(owner.op);
  }
  return ops;
}

PartsOfOwners kernel_parts(const PartsInput& in, const std::vector<PartOwner>& owners) {
  PartTable table(owners.size());
  for (const PartOwner& owner : owners)
    table.add(PartKind::Kernel, in.results.trace.text(owner.name));
  return table.take();
}

/// By name; shapes do not tell operators apart here, but collectives have nothing else in common.
PartsOfOwners host_op_parts(const PartsInput& in, const std::vector<PartOwner>& owners) {
  const Snapshot& trace = in.results.trace;
  const OpArguments arguments(in, ops_of(owners, [&](const PartOwner& owner) {
                                return trace.text(owner.name) == kCommsOp;
                              }));
  PartTable table(owners.size());
  for (const PartOwner& owner : owners) {
    OpFacts facts = arguments.of(owner.op);
    facts.shapes.clear();
    table.add(PartKind::Op, trace.text(owner.name), facts);
  }
  return table.take();
}

PartsOfOwners op_parts(const PartsInput& in, const std::vector<PartOwner>& owners) {
  const OpArguments arguments(in, ops_of(owners, [](const PartOwner&) { return true; }));
  PartTable table(owners.size());
  for (const PartOwner& owner : owners) {
    if (owner.site != nullptr && !owner.site->ops.empty()) {
      const GraphSite::Op& op = owner.site->ops.front();
      const bool known = op.dims.array() != nullptr;
      table.add(PartKind::Op, in.results.trace.text(op.name),
                {known ? shapes_text(op.dims) : std::string(), {}, {}});
    } else if (owner.op == EventId::None) {
      table.add(PartKind::Kernel, in.results.trace.text(owner.name));
    } else {
      table.add(PartKind::Op, in.results.trace.text(slice_name(in.results.trace, owner.op)),
                arguments.of(owner.op));
    }
  }
  PartsOfOwners found = table.take();
  found.shapes_left_out = arguments.left_out();
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

std::string group_note(const RunPart& part) {
  return part.group.empty() ? "" : " (group " + part.group + ")";
}

std::string named_apart(std::string name, const RunPart& part) {
  if (!part.collective.empty()) name += " " + part.collective;
  name += group_note(part);
  if (!part.shapes.empty()) name += " " + part.shapes;
  return name;
}

PartsOfOwners name_parts(const PartsInput& in, PartLevel level,
                         const std::vector<PartOwner>& owners, const GraphOrigins& graphs) {
  switch (level) {
    case PartLevel::Kernel:
      return in.of_gpu ? kernel_parts(in, owners) : host_op_parts(in, owners);
    case PartLevel::Op:
      return op_parts(in, owners);
    case PartLevel::Module:
      return module_parts(in, owners, graphs);
  }
  return {};
}

}  // namespace lanescope
