#include "core/build/tracks/step_builder.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/check.h"
#include "core/build/tracks/step_name.h"
#include "core/build/tracks/wildcard.h"

namespace lanescope {
namespace {

constexpr std::string_view kStepPrefix = "ProfilerStep";

bool marks_step(std::string_view name, std::string_view prefix) {
  return prefix.empty() ? name.starts_with(kStepPrefix) : is_step_name(name, prefix);
}

/// By StringId: whether the name is that of a step; empty if there is none.
template <typename IsStep>
std::vector<bool> step_names(const Snapshot& snapshot, const IsStep& is_step_text) {
  std::vector<bool> is_step(snapshot.strings->size(), false);
  bool any = false;
  for (std::uint32_t i = 0; i < is_step.size(); ++i) {
    is_step[i] = is_step_text(snapshot.text(StringId{i}));
    any |= is_step[i];
  }
  return any ? is_step : std::vector<bool>();
}

bool is_marked(CategoryKind kind) {
  return kind == CategoryKind::CpuOp || kind == CategoryKind::UserAnnotation;
}

/// What only a user takes for steps. The profiler's cost and its window are none.
bool is_other_range(CategoryKind kind) {
  return kind != CategoryKind::Overhead && kind != CategoryKind::TraceSpan;
}

/// On tracks of one kind.
std::vector<Step> markers_on(const Snapshot& snapshot, TrackKind tracks,
                             const std::vector<bool>& is_step,
                             bool (*counts)(CategoryKind) = is_marked) {
  std::vector<Step> steps;
  for (const Track& track : snapshot.tracks) {
    if (track.kind != tracks) continue;
    for (const auto& chunk : track.chunks) {
      for (std::uint32_t s = 0; s < chunk->size(); ++s) {
        if (!is_step[index_of(chunk->name[s])]) continue;
        if (counts(snapshot.kind_of(chunk->category[s])))
          steps.push_back({chunk->name[s], chunk->range(s), chunk->id_of(s)});
      }
    }
  }
  return steps;
}

/// Requests that are served at the same time are no steps.
bool overlap(std::vector<Step>& steps) {
  std::ranges::sort(steps, {}, [](const Step& s) { return s.range.begin_ns; });
  const auto reaches_next = [](const Step& step, const Step& next) {
    return step.range.end_ns > next.range.begin_ns;
  };
  return std::ranges::adjacent_find(steps, reaches_next) != steps.end();
}

std::vector<Step> markers(const Snapshot& snapshot, std::string_view prefix) {
  const std::vector<bool> is_step =
      step_names(snapshot, [&](std::string_view name) { return marks_step(name, prefix); });
  if (is_step.empty()) return {};
  std::vector<Step> steps = markers_on(snapshot, TrackKind::CpuThread, is_step);
  if (!steps.empty() || prefix.empty()) return steps;
  steps = markers_on(snapshot, TrackKind::Async, is_step);
  if (overlap(steps)) steps.clear();
  return steps;
}

std::uint64_t offset_of(const Snapshot& snapshot, const Step& step) {
  const auto at = snapshot.find_slice(step.event);
  return at ? at->chunk->place[at->slice].offset() : 0;
}

void tell(const Snapshot& snapshot, Issue issue, const Step& step, IssueLog& issues) {
  issues.add(issue, offset_of(snapshot, step), snapshot.text(step.name));
}

/// Keeps the longest of each name, start and track: threads that begin a step at the same time have
/// one each, and which of them is the loop is not known yet.
void drop_repeated(const Snapshot& snapshot, std::vector<Step>& steps, IssueLog& issues) {
  std::vector<std::pair<TrackId, Step>> placed;
  for (const Step& step : steps) {
    const auto at = snapshot.find_slice(step.event);
    placed.emplace_back(at ? at->track->id : TrackId::None, step);
  }
  std::ranges::sort(placed, {}, [](const auto& one) {
    const auto& [track, s] = one;
    return std::tuple(s.range.begin_ns, s.name, track, -s.range.length_ns(), s.event);
  });
  const auto repeated = [&](const auto& first, const auto& next) {
    if (first.first != next.first || first.second.name != next.second.name ||
        first.second.range.begin_ns != next.second.range.begin_ns)
      return false;
    tell(snapshot, Issue::RepeatedStep, next.second, issues);
    return true;
  };
  placed.erase(std::unique(placed.begin(), placed.end(), repeated), placed.end());
  steps.clear();
  for (const auto& [track, step] : placed) steps.push_back(step);
  std::ranges::sort(steps, {}, [](const Step& s) { return std::pair(s.range.begin_ns, s.event); });
}

/// If the previous one has no length either, it ends where the dropped one starts.
void drop_last_without_length(const Snapshot& snapshot, std::vector<Step>& steps,
                              IssueLog& issues) {
  while (!steps.empty() && steps.back().range.empty()) {
    const Ns end_ns = steps.back().range.begin_ns;
    tell(snapshot, Issue::EmptyStep, steps.back(), issues);
    steps.pop_back();
    if (!steps.empty() && steps.back().range.empty()) steps.back().range.end_ns = end_ns;
  }
}

/// A step that had not ended when the recording did lacks events, and so do one that began before
/// what was kept and one that a part of a trace cuts.
void drop_cut(const Snapshot& snapshot, std::vector<Step>& steps, IssueLog& issues) {
  const std::optional<TimeRange>& part = snapshot.info.part;
  std::erase_if(steps, [&](const Step& step) {
    const bool inside =
        !part || (step.range.begin_ns >= part->begin_ns && step.range.end_ns <= part->end_ns);
    const bool whole =
        inside && !std::ranges::binary_search(snapshot.unended, step.event) &&
        !std::ranges::binary_search(snapshot.begun_earlier, offset_of(snapshot, step));
    if (!whole) tell(snapshot, Issue::CutStep, step, issues);
    return !whole;
  });
}

void keep_whole(const Snapshot& snapshot, std::vector<Step>& steps, IssueLog& issues) {
  drop_repeated(snapshot, steps, issues);
  drop_last_without_length(snapshot, steps, issues);
  drop_cut(snapshot, steps, issues);
}

/// The first kind of ranges of which some have such a name.
ChosenSteps chosen_markers(const Snapshot& snapshot, const std::vector<bool>& is_step) {
  ChosenSteps chosen;
  for (const auto counts : {is_marked, is_other_range}) {
    chosen.steps = markers_on(snapshot, TrackKind::CpuThread, is_step, counts);
    if (!chosen.steps.empty()) return chosen;
  }
  for (const TrackKind tracks : {TrackKind::Async, TrackKind::Other}) {
    chosen.steps = markers_on(snapshot, tracks, is_step, is_other_range);
    if (chosen.steps.empty()) continue;
    chosen.overlap = overlap(chosen.steps);
    return chosen;
  }
  return chosen;
}

}  // namespace

std::vector<Step> collect_steps(const Snapshot& snapshot, std::string_view prefix,
                                IssueLog& issues) {
  std::vector<Step> steps = markers(snapshot, prefix);
  keep_whole(snapshot, steps, issues);
  return steps;
}

ChosenSteps collect_chosen_steps(const Snapshot& snapshot, std::string_view pattern,
                                 IssueLog& issues) {
  LANESCOPE_CHECK(!pattern.empty(), "names that {} texts are compared with",
                  snapshot.strings->size());
  const std::vector<bool> is_step =
      step_names(snapshot, [&](std::string_view name) { return matches_wildcards(name, pattern); });
  if (is_step.empty()) return {};
  ChosenSteps chosen = chosen_markers(snapshot, is_step);
  chosen.matched = !chosen.steps.empty();
  if (chosen.overlap) {
    chosen.steps.clear();
  } else {
    keep_whole(snapshot, chosen.steps, issues);
  }
  return chosen;
}

}  // namespace lanescope
