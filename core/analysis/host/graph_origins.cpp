#include "core/analysis/host/graph_origins.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/analysis/events/event_arguments.h"
#include "core/analysis/host/captured/recorded_nodes.h"
#include "core/analysis/host/graph_calls.h"
#include "core/analysis/host/site.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

class Collector {
 public:
  Collector(const Snapshot& snapshot, const ReadEvent& read, const std::stop_token& stop)
      : snapshot_(snapshot), read_(read), stop_(stop), finder_(snapshot) {}

  GraphOrigins run(const std::vector<EventId>& calls) {
    for (const EventId call : calls) {
      if (stop_.stop_requested()) break;
      add_replay(call);
    }
    if (has_recorded_nodes(snapshot_)) add_recorded_nodes();
    // The metadata tells of it, so that other traces are not read for nothing.
    if (snapshot_.info.metadata.find("captureTrace") != nullptr) add_capture_trace();
    std::ranges::sort(out_.nodes, {}, &GraphOrigins::Node::event);
    return std::move(out_);
  }

 private:
  void add_replay(EventId call) {
    const ReplayOrigins replay = finder_.of_replay(call);
    const bool known = !replay.launches.empty();
    const bool is_capture = replay.source == GraphOriginSource::Capture;
    const GraphMatch match = is_capture ? GraphMatch::Position : GraphMatch::SameSequence;
    for (std::size_t i = 0; i < replay.nodes.size(); ++i) {
      if (known) {
        out_.nodes.push_back({replay.nodes[i], site_of(replay.launches[i]), match, replay.certain});
      }
      if (!known || !replay.certain) open_.push_back(replay.nodes[i]);
    }
  }

  std::uint32_t site_of(EventId launch) {
    const auto next = static_cast<std::uint32_t>(out_.sites.size());
    const auto [at, fresh] = site_of_launch_.try_emplace(launch, next);
    if (fresh) out_.sites.push_back({launch, {}, {}, {}});
    return at->second;
  }

  /// For work of which captures say nothing certain.
  void add_recorded_nodes() {
    const std::vector<std::string_view> keys{kNodeThread, kNodeTime};
    SliceFinder work(snapshot_);
    std::vector<EventId> known;
    read_open(keys, [&](EventId event, const JsonValue& args) -> std::optional<GraphOrigins::Node> {
      const auto home = work.find(event);
      const EventId launch =
          home ? recorded_launch(snapshot_, home->chunk->link[home->slice], args) : EventId::None;
      if (launch == EventId::None) return std::nullopt;
      known.push_back(event);
      return GraphOrigins::Node{event, site_of(launch), GraphMatch::RecordedNode, true};
    });
    std::ranges::sort(known);
    std::erase_if(open_, [&](EventId event) { return std::ranges::binary_search(known, event); });
  }

  /// For work that the trace itself says nothing certain about.
  void add_capture_trace() {
    for (std::uint32_t i = 0; i < snapshot_.strings->size(); ++i)
      string_of_.try_emplace(snapshot_.text(StringId{i}), StringId{i});
    const std::vector<std::string_view> keys{kCapturedAs};
    read_open(keys, [&](EventId event, const JsonValue& args) -> std::optional<GraphOrigins::Node> {
      const auto captured = captured_launch(args);
      if (!captured) return std::nullopt;
      return GraphOrigins::Node{event, site_of(*captured), captured->match, captured->certain,
                                captured->outermost_call};
    });
  }

  /// Reads the arguments of open work, and adds or replaces the nodes that `node_of` makes of them.
  template <typename NodeOf>
  void read_open(const std::vector<std::string_view>& keys, const NodeOf& node_of) {
    std::ranges::sort(out_.nodes, {}, &GraphOrigins::Node::event);
    std::ranges::sort(open_);
    const auto own = static_cast<std::ptrdiff_t>(out_.nodes.size());
    const auto visit = [&](std::size_t i, const JsonValue& args) {
      const std::optional<GraphOrigins::Node> node = node_of(open_[i], args);
      if (!node) return;
      const auto end = out_.nodes.begin() + own;
      const auto known = std::ranges::lower_bound(out_.nodes.begin(), end, open_[i], {},
                                                  &GraphOrigins::Node::event);
      if (known != end && known->event == open_[i]) {
        *known = *node;
      } else {
        out_.nodes.push_back(*node);
      }
    };
    for (std::size_t i = 0; i < open_.size(); i += kMostArgumentTexts) {
      const auto some = std::span(open_).subspan(i, std::min(kMostArgumentTexts, open_.size() - i));
      read_arguments(
          snapshot_, some, keys, read_,
          [&](std::size_t at, const JsonValue& args) { visit(i + at, args); }, stop_);
    }
  }

  /// Calls from the same place share a site.
  std::uint32_t site_of(CapturedLaunch captured) {
    captured.outermost_call = -1;
    for (CapturedOp& op : captured.ops) {
      op.inputs = {};
      op.call = -1;
    }
    const auto next = static_cast<std::uint32_t>(out_.sites.size());
    const auto [at, fresh] = site_of_text_.try_emplace(to_json(captured).to_text(false), next);
    if (fresh) out_.sites.push_back(made_site(captured));
    return at->second;
  }

  [[nodiscard]] GraphSite made_site(const CapturedLaunch& captured) const {
    GraphSite site;
    for (const CapturedOp& op : captured.ops) {
      const StringId name = id_of(op.name);
      if (name != StringId::Empty)
        site.ops.push_back({name, op.dims, op.types, op.frames_inside, op.modules_inside});
    }
    site.modules = ids_of(captured.modules);
    site.frames = ids_of(captured.frames);
    return site;
  }

  [[nodiscard]] std::vector<StringId> ids_of(const std::vector<std::string>& texts) const {
    std::vector<StringId> ids;
    for (const std::string& text : texts) {
      const StringId id = id_of(text);
      if (id != StringId::Empty) ids.push_back(id);
    }
    return ids;
  }

  [[nodiscard]] StringId id_of(const std::string& text) const {
    const auto at = string_of_.find(text);
    return at == string_of_.end() ? StringId::Empty : at->second;
  }

  const Snapshot& snapshot_;
  const ReadEvent& read_;
  const std::stop_token& stop_;
  GraphOriginFinder finder_;
  GraphOrigins out_;
  std::vector<EventId> open_;  // whose origin is not certain
  std::unordered_map<EventId, std::uint32_t> site_of_launch_;
  std::map<std::string, std::uint32_t> site_of_text_;
  std::unordered_map<std::string_view, StringId> string_of_;
};

}  // namespace

const GraphOrigins::Node* GraphOrigins::find(EventId gpu_event) const {
  const auto at = std::ranges::lower_bound(nodes, gpu_event, {}, &Node::event);
  return at != nodes.end() && at->event == gpu_event ? &*at : nullptr;
}

bool GraphOrigins::names_modules() const {
  return std::ranges::any_of(sites, [](const GraphSite& site) { return !site.modules.empty(); });
}

StringId GraphOrigins::op_name(const Snapshot& snapshot, const Node& node) const {
  LANESCOPE_CHECK(node.site < sites.size(), "one of {} sites, not {}", sites.size(), node.site);
  const GraphSite& site = sites[node.site];
  if (site.launch != EventId::None)
    return slice_name(snapshot, innermost_op(snapshot, site.launch));
  return site.ops.empty() ? StringId::Empty : site.ops.front().name;
}

GraphOrigins find_graph_origins(const Snapshot& snapshot, const ReadEvent& read,
                                const std::stop_token& stop) {
  const std::vector<EventId> calls = graph_launch_calls(snapshot);
  return calls.empty() ? GraphOrigins() : Collector(snapshot, read, stop).run(calls);
}

void GraphCounts::add(const GraphOrigins::Node& node) {
  ++kernels;
  if (!node.certain) ++uncertain;
  if (is_of_capture_trace(node.match)) ++in_capture_trace;
  if (node.match == GraphMatch::NodeId) ++by_node_id;
  if (node.match == GraphMatch::RecordedNode) ++by_recorded_node;
}

void GraphCounts::add(const GraphCounts& part) {
  kernels += part.kernels;
  uncertain += part.uncertain;
  by_node_id += part.by_node_id;
  in_capture_trace += part.in_capture_trace;
  by_recorded_node += part.by_recorded_node;
}

}  // namespace lanescope
