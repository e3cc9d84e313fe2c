// What the flame pane shows, computed in the background.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/panes/pane/trace_view.h"
#include "core/view/flame/model.h"
#include "core/view/results/background.h"

namespace lanescope {

class FlameState {
 public:
  explicit FlameState(const std::function<void()>& wake)
      : graphs_(wake), sandwiches_(wake), searches_(wake, Urgency::Quick) {}

  // What the user has chosen.
  FlameQuery query;
  std::string search;
  std::string step_name;             // name of the step in `query`
  std::optional<StringId> sandwich;  // show this name's callers and callees only

  /// Call once per frame: requests what is missing. Returns true if a different tree is shown from
  /// now on.
  bool refresh(TraceView& view);

  [[nodiscard]] bool busy() const { return busy_; }
  [[nodiscard]] bool has_graph() const { return graph_ != nullptr; }
  /// Of the last graph; requires has_graph().
  [[nodiscard]] const FlameTree& tree() const {
    return sandwich_ ? sandwich_->callees : graph_->tree;
  }
  /// Null unless a sandwich is shown.
  [[nodiscard]] const FlameTree* callers() const {
    return sandwich_ ? &sandwich_->callers : nullptr;
  }
  /// Null if there is no search.
  [[nodiscard]] const FlameMatches* matches() const { return matches_.get(); }
  [[nodiscard]] FlameWeight shown_weight() const { return graph_key_.query.weight; }
  [[nodiscard]] const FlameSources& sources() const { return sources_; }
  [[nodiscard]] const std::string& facts() const { return facts_; }
  /// Steps of the entire trace; empty before the first graph.
  [[nodiscard]] const std::vector<StepRange>& steps() const { return steps_; }
  void choose_step(const Snapshot& snapshot, const StepRange& step);
  /// What all tabs are about: the selected range, or the chosen window.
  void choose_no_step() { query.step.reset(); }
  /// "Steady-state steps", "Selected range", "ProfilerStep#3".
  [[nodiscard]] std::string_view when() const;
  /// Why nothing is shown.
  [[nodiscard]] std::string_view missing() const;

  /// What is shown, for use by workers.
  [[nodiscard]] const std::shared_ptr<const FlameGraph>& graph() const { return graph_; }
  [[nodiscard]] const std::shared_ptr<const FlameSandwich>& shown_sandwich() const {
    return sandwich_;
  }

 private:
  struct GraphKey {
    std::uint64_t generation = 0;
    TracePart part;
    FlameQuery query;
    friend bool operator==(const GraphKey&, const GraphKey&) = default;
  };
  struct SandwichKey {
    GraphKey graph;
    StringId name = StringId::Empty;
    friend bool operator==(const SandwichKey&, const SandwichKey&) = default;
  };
  struct SearchKey {
    GraphKey graph;
    std::optional<StringId> sandwich;
    std::string text;
    friend bool operator==(const SearchKey&, const SearchKey&) = default;
  };

  void choose_first(const Snapshot& snapshot);
  void follow_selection(const TraceView& view);
  bool refresh_graph(const TraceView& view);
  bool refresh_sandwich(const TraceView& view);
  void refresh_search(const TraceView& view);
  void tell();

  bool chosen_ = false;  // the first weight was chosen, depending on the trace
  bool busy_ = false;
  bool complete_ = false;
  std::string_view no_memory_;  // why there are no allocations
  std::string_view no_frames_;  // why there are no frames
  std::string_view no_gpu_;     // why there is no GPU work
  std::optional<TimeRange> selected_range_;
  TracePart part_;  // what all tabs are about
  std::vector<StepRange> steps_;
  FlameSources sources_;
  GraphKey graph_key_;
  SandwichKey sandwich_key_;
  SearchKey search_key_;
  std::shared_ptr<const FlameGraph> graph_;
  std::shared_ptr<const FlameSandwich> sandwich_;
  std::shared_ptr<const FlameMatches> matches_;
  std::string facts_;
  Background<GraphKey, FlameGraph> graphs_;
  Background<SandwichKey, FlameSandwich> sandwiches_;
  Background<SearchKey, FlameMatches> searches_;
};

}  // namespace lanescope
