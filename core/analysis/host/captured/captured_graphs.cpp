#include "core/analysis/host/captured/captured_graphs.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "core/analysis/host/graph_origin.h"
#include "core/analysis/host/launch_description.h"

namespace lanescope {
namespace {

using Names = std::vector<std::string_view>;

Names names_of(const Snapshot& trace, const std::vector<GraphNode>& nodes) {
  Names names;
  for (const GraphNode& node : nodes) names.push_back(trace.text(node.name));
  return names;
}

/// Launches of the capture trace, by node.
struct Match {
  std::vector<EventId> launches;  // empty: none
  GraphMatch by = GraphMatch::CapturePosition;
  bool certain = false;
  bool other_ids = false;  // a capture that would fit by kinds made nodes with other ids
};

/// An id that is not written contradicts none.
bool may_be_same(GraphIds a, GraphIds b) {
  const auto fits = [](std::uint64_t one, std::uint64_t other) {
    return one == 0 || other == 0 || one == other;
  };
  return fits(a.graph, b.graph) && fits(a.node, b.node);
}

/// What the capture trace knows of graphs.
class Captures {
 public:
  explicit Captures(const ReadTrace& in) : in_(in), captures_(graph_captures(in.trace)) {
    note_written_ids();
    GraphOriginFinder finder(in.trace);
    for (const EventId call : graph_launch_calls(in.trace)) note_replay(call, finder);
    for (const LaunchedSequence& sequence : launched_sequences(in.trace)) {
      Names& names = sequences_.emplace_back();
      for (const StringId name : sequence.names) names.push_back(in.trace.text(name));
      launches_.push_back(sequence.launches);
    }
  }

  /// `ids` is by node. Nothing if a node has none.
  [[nodiscard]] Match of_ids(std::string_view process, std::uint64_t graph,
                             const std::vector<GraphIds>& ids) const {
    Match match{{}, GraphMatch::NodeId, true};
    const auto known = by_id_.find({std::string(process), graph});
    if (graph == 0 || known == by_id_.end()) return {};
    for (const GraphIds id : ids) {
      const auto at = known->second.find(id.node);
      if (at == known->second.end()) return {};
      match.launches.push_back(at->second.launch);
      match.certain = match.certain && at->second.certain;
    }
    return match;
  }

  /// A graph that was replayed in the capture trace too. Another process may run another model with
  /// kernels of the same names, so what its replay tells is never certain; nor is it with other
  /// ids.
  [[nodiscard]] Match of_replayed(const std::string& process, const Names& names,
                                  const std::vector<GraphIds>& ids) const {
    const auto at = by_names_.find(names);
    if (at == by_names_.end()) return {};
    const auto own = at->second.find(process);
    const bool has_own = own != at->second.end();
    Match match = has_own ? own->second : at->second.begin()->second;
    match.certain = match.certain && has_own && !contradict(match.launches, ids);
    return match;
  }

  /// The last capture with as many launches of the same kinds is the likeliest, of the same process
  /// if it has one. A capture that is known to have made other nodes is not the graph's, and
  /// without names nothing speaks for it.
  [[nodiscard]] Match of_kinds(std::string_view process, const std::vector<GraphNode>& nodes,
                               const std::vector<GraphIds>& ids, bool ordered) const {
    Match match;
    bool has_own = false;
    for (const GraphCapture& capture : captures_) {
      if (!std::ranges::equal(capture.kinds, nodes, {}, {}, &GraphNode::kind)) continue;
      const bool is_own = in_.trace.text(capture.process) == process;
      if (has_own && !is_own) continue;
      if (is_own && contradict(capture.calls, ids)) {
        match.other_ids = true;
        continue;
      }
      match.certain = is_own && !has_own && ordered;
      match.launches = capture.calls;
      has_own = is_own;
    }
    return match;
  }

  /// The same work launched call by call, as when warming up, if possible by the same process.
  [[nodiscard]] Match of_sequence(std::string_view process, const Names& names) const {
    if (names.size() < kLeastGraphSequence) return {};
    Match match;
    for (std::size_t i = 0; i < sequences_.size(); ++i) {
      const auto found = std::ranges::search(sequences_[i], names);
      if (found.empty()) continue;
      const auto first = launches_[i].begin() + (found.begin() - sequences_[i].begin());
      const bool is_own = process_of_call(in_.trace, *first) == process;
      if (is_own || match.launches.empty())
        match.launches.assign(first, first + static_cast<std::ptrdiff_t>(names.size()));
      if (is_own) break;
    }
    return match;
  }

 private:
  struct KnownNode {
    EventId launch = EventId::None;
    bool certain = false;
  };

  /// Some profilers write the ids with the calls that were captured.
  void note_written_ids() {
    for (const GraphCapture& capture : captures_) {
      const std::string process(in_.trace.text(capture.process));
      for (const EventId call : capture.calls) {
        const GraphIds ids = graph_ids(in_, call);
        if (ids.node != 0) by_id_[{process, ids.graph}][ids.node] = {call, true};
        if (ids.node != 0 || ids.graph != 0) ids_of_launch_[call].push_back(ids);
      }
    }
  }

  void note_replay(EventId call, GraphOriginFinder& finder) {
    const ReplayOrigins replay = finder.of_replay(call);
    if (replay.launches.empty()) return;
    const std::vector<GraphNode> nodes = graph_nodes(in_.trace, call);
    const Names names = names_of(in_.trace, nodes);
    const std::string process = process_of_call(in_.trace, call);
    const Match match{replay.launches, GraphMatch::CapturePosition, replay.certain};
    const auto [known, fresh] = by_names_[names].try_emplace(process, match);
    if (!fresh && known->second.launches != replay.launches)
      known->second = {replay.launches, GraphMatch::CapturePosition, false};
    note_ids(process, nodes, replay);
  }

  /// Later replays of a graph have the ids of the first.
  void note_ids(const std::string& process, const std::vector<GraphNode>& nodes,
                const ReplayOrigins& replay) {
    const GraphIds first = graph_ids(in_, nodes.front().event);
    if (first.node == 0) return;
    auto& known = by_id_[{process, first.graph}];
    if (known.size() >= nodes.size() && known.contains(first.node)) return;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const GraphIds ids = i == 0 ? first : graph_ids(in_, nodes[i].event);
      if (ids.node == 0) continue;
      known.try_emplace(ids.node, KnownNode{replay.launches[i], replay.certain});
      if (replay.certain) ids_of_launch_[replay.launches[i]].push_back(ids);
    }
  }

  /// Whether nodes of these launches are known, and have other ids. CUPTI numbers graphs and nodes
  /// once in a process, so that of one process they are other nodes, or those of another run.
  [[nodiscard]] bool contradict(const std::vector<EventId>& launches,
                                const std::vector<GraphIds>& ids) const {
    for (std::size_t i = 0; i < launches.size(); ++i) {
      const auto known = ids_of_launch_.find(launches[i]);
      if (known == ids_of_launch_.end()) continue;
      const auto fits = [&](GraphIds one) { return may_be_same(one, ids[i]); };
      if (std::ranges::none_of(known->second, fits)) return true;
    }
    return false;
  }

  const ReadTrace& in_;
  std::vector<GraphCapture> captures_;
  std::map<std::pair<std::string, std::uint64_t>, std::unordered_map<std::uint64_t, KnownNode>>
      by_id_;  // by process and graph, then by node
  std::unordered_map<EventId, std::vector<GraphIds>> ids_of_launch_;
  std::map<Names, std::map<std::string, Match>> by_names_;  // by process
  std::vector<Names> sequences_;                            // by stream
  std::vector<std::vector<EventId>> launches_;              // by stream
};

class Joiner {
 public:
  Joiner(const ReadTrace& replays, const ReadTrace& captures, const std::string& file,
         const std::stop_token& stop)
      : in_(replays), captures_(captures), describer_(captures, file), stop_(stop) {}

  CapturedWork run() {
    for (const EventId call : graph_launch_calls(in_.trace)) {
      if (stop_.stop_requested()) break;
      add_replay(call);
    }
    std::ranges::sort(out_.of_event);
    return std::move(out_);
  }

 private:
  void add_replay(EventId call) {
    const std::vector<GraphNode> nodes = graph_nodes(in_.trace, call);
    if (nodes.empty()) return;
    ++out_.replays;
    const std::uint64_t graph = graph_ids(in_, nodes.front().event).graph;
    const std::string process = process_of_call(in_.trace, call);
    auto [at, fresh] = known_.try_emplace({process, graph, names_of(in_.trace, nodes)});
    if (fresh) at->second = find(process, graph, nodes);
    const Match& match = at->second;
    if (match.launches.size() != nodes.size()) {
      if (match.other_ids) ++out_.other_ids;
      return;
    }
    ++out_.joined;
    if (!match.certain) ++out_.joined_uncertain;
    if (match.by == GraphMatch::NodeId) ++out_.joined_by_node_id;
    for (std::size_t i = 0; i < nodes.size(); ++i)
      out_.of_event.emplace_back(nodes[i].event, number_of(match.launches[i], match));
  }

  /// The nodes in the order in which they were captured, if their ids tell: they rise with each
  /// node that is created. The match is for `nodes`, in their own order.
  [[nodiscard]] Match find(const std::string& process, std::uint64_t graph,
                           const std::vector<GraphNode>& nodes) const {
    std::vector<GraphIds> ids;
    for (const GraphNode& node : nodes) ids.push_back(graph_ids(in_, node.event));
    if (Match match = captures_.of_ids(process, graph, ids); !match.launches.empty()) return match;
    const Names names = names_of(in_.trace, nodes);
    if (Match match = captures_.of_replayed(process, names, ids); !match.launches.empty())
      return match;
    Match by_kinds = of_kinds_by_id(process, nodes, ids);
    if (by_kinds.certain) return by_kinds;
    Match by_names = captures_.of_sequence(process, names);
    return by_names.launches.empty() ? by_kinds : by_names;
  }

  [[nodiscard]] Match of_kinds_by_id(std::string_view process, const std::vector<GraphNode>& nodes,
                                     const std::vector<GraphIds>& ids) const {
    std::vector<std::size_t> order(nodes.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (std::ranges::find(ids, std::uint64_t{0}, &GraphIds::node) == ids.end())
      std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ids[i].node; });
    std::vector<GraphNode> sorted;
    std::vector<GraphIds> sorted_ids;
    for (const std::size_t i : order) {
      sorted.push_back(nodes[i]);
      sorted_ids.push_back(ids[i]);
    }
    const bool one_stream = std::ranges::all_of(
        nodes, [&](const GraphNode& node) { return node.track == nodes.front().track; });
    Match match = captures_.of_kinds(process, sorted, sorted_ids, one_stream);
    if (match.launches.empty()) return match;
    std::vector<EventId> by_node(nodes.size());
    for (std::size_t i = 0; i < order.size(); ++i) by_node[order[i]] = match.launches[i];
    match.launches = std::move(by_node);
    return match;
  }

  std::uint32_t number_of(EventId launch, const Match& match) {
    const auto next = static_cast<std::uint32_t>(out_.launches.size());
    const auto [at, fresh] = number_.try_emplace({launch, match.by, match.certain}, next);
    if (fresh) {
      CapturedLaunch& one = out_.launches.emplace_back(describer_.describe(launch));
      one.match = match.by;
      one.certain = match.certain;
    }
    return at->second;
  }

  const ReadTrace& in_;
  Captures captures_;
  LaunchDescriber describer_;
  const std::stop_token& stop_;
  CapturedWork out_;
  /// By process too: each numbers its graphs from the same number on.
  std::map<std::tuple<std::string, std::uint64_t, Names>, Match> known_;
  std::map<std::tuple<EventId, GraphMatch, bool>, std::uint32_t> number_;
};

}  // namespace

CapturedWork join_captured_graphs(const ReadTrace& replays, const ReadTrace& captures,
                                  const std::string& file, const std::stop_token& stop) {
  return Joiner(replays, captures, file, stop).run();
}

}  // namespace lanescope
