#include "app/panes/flame/state.h"

#include "core/view/memory/text.h"
#include "core/view/text/lacks_kernels.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/window_words.h"

namespace lanescope {

bool FlameState::refresh(TraceView& view) {
  complete_ = view.snapshot()->complete;
  no_memory_ = missing_memory(*view.snapshot());
  no_frames_ = lacks_host_events(*view.snapshot())
                   ? record_hint(*view.snapshot(), Recordable::Operators)
                   : "No frames in this range; choose a larger one";
  no_gpu_ = lacks_kernels(*view.snapshot()) ? record_hint(*view.snapshot(), Recordable::GpuWork)
                                            : "No GPU work in this range; choose a larger one";
  if (!complete_) return false;
  choose_first(*view.snapshot());
  follow_selection(view);
  const bool other_graph = refresh_graph(view);
  if (busy_) return other_graph;
  const bool other_sandwich = refresh_sandwich(view);
  if (!busy_) refresh_search(view);
  if (other_graph || other_sandwich) tell();
  return other_graph || other_sandwich;
}

void FlameState::choose_first(const Snapshot& snapshot) {
  if (!chosen_) query = usual_flame_query(snapshot);
  chosen_ = true;
}

/// A range that is selected after a step was chosen replaces it.
void FlameState::follow_selection(const TraceView& view) {
  if (view.selection.range() == selected_range_) return;
  selected_range_ = view.selection.range();
  if (selected_range_) query.step.reset();
}

void FlameState::choose_step(const Snapshot& snapshot, const StepRange& step) {
  query.step = step.range;
  step_name = snapshot.text(step.name);
  sandwich.reset();
}

std::string_view FlameState::when() const {
  if (query.step) return step_name;
  return window_title(part_.kind);
}

bool FlameState::refresh_graph(const TraceView& view) {
  part_ = view.insights.part(InsightScope::Chosen);
  GraphKey key{view.generation(), {}, query};
  if (!query.step) key.part = part_;
  busy_ = false;
  if (graph_ && graph_key_ == key) return false;
  const auto graph = graphs_.ask(key, [snapshot = view.snapshot(), part = key.part,
                                       asked = query](const std::stop_token& stop) {
    return build_flame_graph(*snapshot, window_of(*snapshot, part), asked, stop);
  });
  busy_ = !graph.current;
  if (busy_) return false;  // keep the old one until the new one is ready
  graph_ = graph.value;
  graph_key_ = key;
  sources_ = graph_->sources;
  steps_ = graph_->steps;
  sandwich_.reset();
  matches_.reset();
  tell();
  return true;
}

bool FlameState::refresh_sandwich(const TraceView& view) {
  if (!sandwich) {
    const bool was = sandwich_ != nullptr;
    sandwich_.reset();
    return was;
  }
  const SandwichKey key{graph_key_, *sandwich};
  if (sandwich_ && sandwich_key_ == key) return false;
  const auto made = sandwiches_.ask(key, [snapshot = view.snapshot(), graph = graph_,
                                          name = *sandwich](const std::stop_token& stop) {
    return flame_sandwich(*snapshot, graph->tree, name, stop);
  });
  busy_ = !made.current;
  if (busy_) return false;
  sandwich_ = made.value;
  sandwich_key_ = key;
  return true;
}

void FlameState::refresh_search(const TraceView& view) {
  if (search.empty()) {
    matches_.reset();
    return;
  }
  if (matches_ && search_key_.graph == graph_key_ && search_key_.sandwich == sandwich &&
      search_key_.text == search) {
    return;
  }
  const SearchKey key{graph_key_, sandwich, search};
  const auto found = searches_.ask(key, [snapshot = view.snapshot(), graph = graph_, in = sandwich_,
                                         text = search](const std::stop_token& stop) {
    return find_in_flame(*snapshot, in ? in->callees : graph->tree, text, stop);
  });
  busy_ = !found.current;
  if (busy_) return;
  matches_ = found.value;
  search_key_ = key;
}

void FlameState::tell() {
  facts_ = graph_key_.part.range ? "In range: " : "";
  if (graph_key_.query.step) facts_ = "In " + step_name + ": ";
  facts_ += std::string(flame_weight_title(graph_key_.query.weight)) + " ";
  facts_ += format_flame_weight(graph_key_.query.weight, tree().total());
  facts_ += " · " + format_count(static_cast<std::int64_t>(tree().nodes.size() - 1)) + " frames";
}

std::string_view FlameState::missing() const {
  if (!complete_) return "The flame graph appears once the trace is loaded";
  if (!graph_) return "Computing…";
  if (query.step) return "Nothing to show for this step";
  switch (query.weight) {
    case FlameWeight::GpuTime:
    case FlameWeight::Launches:
      return no_gpu_;
    case FlameWeight::Bytes:
      return sources_.memory ? "No allocations in this range" : no_memory_;
    case FlameWeight::CpuTime:
    case FlameWeight::WallTime:
      break;
  }
  return no_frames_;
}

}  // namespace lanescope
