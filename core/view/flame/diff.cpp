#include "core/view/flame/diff.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/statistics.h"
#include "core/analysis/host/python_frame.h"
#include "core/base/text/minus.h"
#include "core/base/text/utf8.h"
#include "core/view/colors/role_palette.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr double kLeastShade = 0.02;  // of the largest change
constexpr std::size_t kLongestTitle = 600;

const Snapshot& trace_of(const AlignedPair& pair, RunSide side) {
  return side == RunSide::A ? *pair.a : *pair.b;
}

std::vector<TimeRange> steps_of(const AlignedPair& pair, RunSide side) {
  std::vector<TimeRange> steps;
  const RunSamples& samples = side == RunSide::A ? pair.runs.a : pair.runs.b;
  for (const RunSample& sample : samples.samples) steps.push_back(sample.range);
  return steps;
}

std::string flame_name_text(const Snapshot& trace, const FlameNode& node) {
  return std::string(flame_name(trace, node));
}

/// The part of a frame's name that does not change when code moves within its file or is rebuilt.
std::string lasting_name(const Snapshot& trace, const FlameNode& node) {
  const std::string_view name = flame_name(trace, node);
  if (!is_python_function(node.kind)) return normal_name(name);
  const DetailsFrame frame = parse_python_frame(name);
  return frame.file.empty() ? std::string(name) : frame.file + ": " + frame.function;
}

using NameOf = std::function<std::string(const Snapshot&, const FlameNode&)>;

std::string key_of(const Snapshot& trace, const FlameNode& node, const NameOf& name_of) {
  return static_cast<char>('0' + static_cast<int>(node.what)) + name_of(trace, node);
}

void join(FlameDiff& diff, std::uint32_t a, std::uint32_t b) {
  diff.runs[0].twin[a] = b;
  diff.runs[1].twin[b] = a;
}

/// Joins the children of two joined frames by name. Children are sorted heaviest first, so those of
/// the same name are paired in that order.
void join_children(FlameDiff& diff, std::uint32_t a, std::uint32_t b, const NameOf& name_of) {
  const FlameOfRun &run_a = diff.runs[0], &run_b = diff.runs[1];
  std::unordered_map<std::string, std::vector<std::uint32_t>> left;  // B's, in reverse order
  const auto [first, end] = run_b.tree.children(b);
  for (std::uint32_t child = end; child-- > first;) {
    if (!run_b.twin[child])
      left[key_of(*diff.pair->b, run_b.tree.nodes[child], name_of)].push_back(child);
  }
  if (left.empty()) return;
  const auto [first_a, end_a] = run_a.tree.children(a);
  for (std::uint32_t child = first_a; child < end_a; ++child) {
    if (run_a.twin[child]) continue;
    const auto at = left.find(key_of(*diff.pair->a, run_a.tree.nodes[child], name_of));
    if (at == left.end() || at->second.empty()) continue;
    join(diff, child, at->second.back());
    at->second.pop_back();
  }
}

/// Joins the matching frames of both graphs, starting at the roots.
void match_frames(FlameDiff& diff, const std::stop_token& stop) {
  FlameOfRun& a = diff.runs[0];
  for (FlameOfRun& run : diff.runs) run.twin.resize(run.tree.nodes.size());
  join(diff, 0, 0);
  // Parents come before their children.
  for (std::uint32_t node = 0; node < a.tree.nodes.size() && !stop.stop_requested(); ++node) {
    if (!a.twin[node]) continue;
    join_children(diff, node, *a.twin[node], flame_name_text);
    join_children(diff, node, *a.twin[node], lasting_name);
  }
}

FlameSources both(const FlameSources& a, const FlameSources& b) {
  return {a.python && b.python, a.modules && b.modules,   a.gpu && b.gpu,
          a.memory && b.memory, a.backward && b.backward, a.samples && b.samples};
}

double largest_change(const FlameDiff& diff) {
  double largest = 0;
  for (const RunSide side : {RunSide::A, RunSide::B}) {
    for (std::uint32_t node = 0; node < diff.of(side).tree.nodes.size(); ++node) {
      largest = std::max(largest, std::abs(diff.amounts(side, node).delta()));
    }
  }
  return largest;
}

std::string amount_text(FlameWeight weight, double amount) {
  if (weight == FlameWeight::Launches) return with_minus(fmt::format("{:.4g}", amount));
  return format_flame_weight(weight, rounded_ns(amount));
}

}  // namespace

FlameDiff::Amounts FlameDiff::amounts(RunSide side, std::uint32_t node) const {
  const FlameOfRun &own = of(side), &other = of(other_side(side));
  const double here =
      static_cast<double>(own.tree.nodes[node].total) / static_cast<double>(own.steps);
  const auto twin = own.twin[node];
  const double there =
      twin ? static_cast<double>(other.tree.nodes[*twin].total) / static_cast<double>(other.steps)
           : 0;
  return side == RunSide::A ? Amounts{here, there} : Amounts{there, here};
}

std::size_t FlameDiff::shade(RunSide side, std::uint32_t node) const {
  if (largest == 0) return DiffPalette::kSame;
  const double share = amounts(side, node).delta() / largest;
  if (std::abs(share) < kLeastShade) return DiffPalette::kSame;
  const auto steps =
      static_cast<std::ptrdiff_t>(std::ceil(std::min(1.0, std::abs(share)) * DiffPalette::kSteps));
  return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(DiffPalette::kSame) +
                                  (share > 0 ? steps : -steps));
}

FlameDiff build_flame_diff(const std::shared_ptr<const AlignedPair>& pair, const FlameQuery& query,
                           const std::stop_token& stop) {
  FlameDiff diff;
  diff.pair = pair;
  diff.weight = query.weight;
  diff.sources = both(flame_sources(*pair->a), flame_sources(*pair->b));
  for (const RunSide side : {RunSide::A, RunSide::B}) {
    FlameOfRun& run = diff.runs[static_cast<std::size_t>(side)];
    const std::vector<TimeRange> steps = steps_of(*pair, side);
    run.tree = build_flame_tree(trace_of(*pair, side), steps, query, stop);
    run.steps = std::max<std::size_t>(1, steps.size());
  }
  match_frames(diff, stop);
  diff.largest = largest_change(diff);
  return diff;
}

std::string signed_flame_weight(FlameWeight weight, double amount) {
  const std::string size = amount_text(weight, std::abs(amount));
  if (size == amount_text(weight, 0)) return "±0";
  return (amount > 0 ? "+" : kMinus) + size;
}

FlameHover flame_diff_hover(const FlameDiff& diff, RunSide side, std::uint32_t node) {
  const FlameOfRun& own = diff.of(side);
  const Snapshot& trace = trace_of(*diff.pair, side);
  FlameHover hover{utf8_head(flame_name(trace, own.tree.nodes[node]), kLongestTitle), {}};
  const FlameDiff::Amounts amounts = diff.amounts(side, node);
  const auto add = [&hover](std::string label, std::string text) {
    hover.facts.emplace_back(std::move(label), std::move(text));
  };
  const std::string weight(flame_weight_title(diff.weight));
  const auto twin = own.twin[node];
  const std::string none = "not present";
  add(weight + std::string(per_sample(*diff.pair)) + " in A",
      twin || side == RunSide::A ? amount_text(diff.weight, amounts.a) : none);
  add("in B", twin || side == RunSide::B ? amount_text(diff.weight, amounts.b) : none);
  std::string change = signed_flame_weight(diff.weight, amounts.delta());
  if (amounts.a > 0 && amounts.b > 0)
    change += fmt::format("  ({})", format_change_pct(100 * amounts.delta() / amounts.a));
  add("Change", change);
  const double whole = diff.amounts(side, 0).delta();
  if (node != 0) {
    add("% of total change", whole == 0 ? "n/a, the total did not change"
                                        : format_share_pct(100 * amounts.delta() / whole));
  }
  if (!twin) return hover;
  const FlameOfRun& other = diff.of(other_side(side));
  const std::string_view name =
      flame_name(trace_of(*diff.pair, other_side(side)), other.tree.nodes[*twin]);
  if (name != flame_name(trace, own.tree.nodes[node])) {
    add("Name in " + std::string(run_side_name(other_side(side))), utf8_head(name, 100));
  }
  return hover;
}

std::string_view per_sample(const AlignedPair& pair) {
  return pair.runs.a.by == AlignBy::Start ? "" : " per step";
}

FlameWeight first_weight(const AlignedPair& pair) {
  const bool gpu = has_gpu_work(*pair.a) && has_gpu_work(*pair.b);
  return gpu ? FlameWeight::GpuTime : FlameWeight::CpuTime;
}

FlameStack first_stack(const AlignedPair& pair) {
  const auto is_sampled = [](const Snapshot& trace) {
    return usual_flame_query(trace).stack == FlameStack::Samples;
  };
  return is_sampled(*pair.a) && is_sampled(*pair.b) ? FlameStack::Samples : FlameStack::Mixed;
}

}  // namespace lanescope
