#include "core/view/results/diff_causes.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "core/analysis/idle/words.h"
#include "core/base/text/utf8.h"
#include "core/view/results/diff_text.h"

namespace lanescope {
namespace {

constexpr double kLeastOfStep = 0.01;  // of the step itself, if it did not significantly change
constexpr std::size_t kMostCauses = 3;
constexpr std::size_t kMostOffsets = 2;
constexpr std::size_t kLongestName = 60;  // bytes

/// Whether the step's change is large enough to count, and significant if it could be tested.
bool step_moved(const RunDiff& diff) {
  return std::abs(diff.step.delta()) >= diff.least_change_ns &&
         (diff.step.significant || diff.tested == 0);
}

/// Whether another row differs in its shapes only.
bool has_namesake(const RunDiff& diff, const DiffRow& row) {
  const auto names = [&](const DiffRow& one) {
    const RunPart& part = diff.part(one);
    return std::tie(part.name, part.collective, part.group);
  };
  return std::ranges::any_of(diff.rows, [&](const DiffRow& other) {
    return &other != &row && names(other) == names(row);
  });
}

/// A row's name without its shapes, unless several rows of the table begin with it.
std::string brief_name(const RunDiff& diff, const DiffRow& row, const std::string& title) {
  const RunPart& part = diff.part(row);
  if (part.shapes.empty() || has_namesake(diff, row)) return title;
  return part_name(part);
}

/// All causes that a sentence may name, largest first; their brief names are still missing.
struct ChangedPart {
  DiffCause cause;
  const DiffRow* row = nullptr;  // null for idle time
};
std::vector<ChangedPart> changed_parts(const RunDiff& diff) {
  std::vector<ChangedPart> parts;
  const auto add = [&](std::string name, double delta_ns, bool significant, const DiffRow* row) {
    if (diff.tested != 0 && !significant) return;
    parts.push_back(
        {{std::move(name), delta_ns, diff.share_pct(delta_ns), row == nullptr && diff.a.of_gpu,
          row == nullptr ? DiffStatus::Changed : row->status},
         row});
  };
  const std::vector<std::string> titles = row_titles(diff);
  for (std::size_t i = 0; i < diff.rows.size(); ++i) {
    const DiffRow& row = diff.rows[i];
    add(titles[i], row.delta_ns(), row.significant, &row);
  }
  for (std::size_t i = 0; i < kIdleClasses; ++i) {
    const MetricDiff& metric = diff.classes[i];
    add(std::string(idle_class_title(static_cast<IdleClass>(i))), metric.delta(),
        metric.significant, nullptr);
  }
  std::ranges::stable_sort(parts, std::greater<>(),
                           [](const ChangedPart& part) { return std::abs(part.cause.delta_ns); });
  return parts;
}

/// Parts that would have the same brief name keep their shapes.
void tell_apart(ExplainingParts& reported) {
  std::vector<DiffCause*> all;
  for (auto* list : {&reported.causes, &reported.offsets}) {
    for (DiffCause& cause : *list) all.push_back(&cause);
  }
  std::vector<DiffCause*> alike;
  for (DiffCause* const cause : all) {
    const auto count = std::ranges::count(all, cause->brief_name, &DiffCause::brief_name);
    if (count > 1) alike.push_back(cause);
  }
  for (DiffCause* const cause : alike) cause->brief_name = cause->name;
}

std::string_view status_note(const DiffCause& cause) {
  if (cause.idle) return " (idle)";
  if (cause.status == DiffStatus::Added) return " (new)";
  return cause.status == DiffStatus::Removed ? " (gone)" : "";
}

/// Omits inputs without a shape: collectives have a dozen, which would fill the sentence.
std::string without_empty_shapes(std::string name) {
  constexpr std::string_view kEmptyShape = ", []";
  for (std::size_t at; (at = name.find(kEmptyShape)) != std::string::npos;) {
    name.erase(at, kEmptyShape.size());
  }
  return name;
}

}  // namespace

ExplainingParts explaining_parts(const RunDiff& diff) {
  const bool moved = step_moved(diff);
  ExplainingParts reported;
  for (ChangedPart& part : changed_parts(diff)) {
    DiffCause& cause = part.cause;
    const double share = cause.share_pct.value_or(0);
    const bool causes =
        moved ? share >= kLeastShare : std::abs(cause.delta_ns) >= kLeastOfStep * diff.step.a;
    const bool offsets = moved && share <= -kLeastShare;
    auto& list = causes ? reported.causes : reported.offsets;
    if (!(causes || offsets) || list.size() >= (causes ? kMostCauses : kMostOffsets)) continue;
    cause.brief_name = part.row == nullptr ? cause.name : brief_name(diff, *part.row, cause.name);
    list.push_back(std::move(cause));
  }
  tell_apart(reported);
  return reported;
}

std::vector<DiffCause> causes_of(const RunDiff& diff) {
  return explaining_parts(diff).causes;
}

std::string cause_name(const DiffCause& cause) {
  return utf8_head(without_empty_shapes(cause.brief_name), kLongestName) +
         std::string(status_note(cause));
}

}  // namespace lanescope
