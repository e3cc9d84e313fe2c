#include "core/view/flame/model.h"

#include <array>

#include "core/analysis/flame/export.h"
#include "core/analysis/search/event_query.h"
#include "core/base/text/utf8.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 5> kWeightTitles{"CPU time", "Wall time", "GPU time",
                                                        "Launches", "Allocated"};
constexpr std::size_t kMaxNameBytes = 600;

std::string shortened(std::string_view name) {
  return utf8_head(name, kMaxNameBytes);
}

std::string share_of(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? "n/a" : format_share(static_cast<double>(part) / static_cast<double>(whole));
}

std::string with_exact(FlameWeight weight, std::int64_t amount) {
  const std::string rounded = format_flame_weight(weight, amount);
  if (weight == FlameWeight::Launches) return rounded;
  const std::string exact =
      weight == FlameWeight::Bytes ? format_count(amount) + " B" : format_exact_ns(amount);
  return rounded == exact ? rounded : rounded + "  (" + exact + ")";
}

}  // namespace

FlameGraph build_flame_graph(const Snapshot& snapshot, const AnalysisWindow& window,
                             const FlameQuery& query, const std::stop_token& stop) {
  return {build_flame_tree(snapshot, window, query, stop), flame_sources(snapshot),
          step_ranges(snapshot)};
}

std::string flame_file_text(const Snapshot& snapshot, const FlameTree& tree, FlameWeight weight,
                            FlameFormat format) {
  if (format == FlameFormat::Collapsed) return collapsed_stacks(snapshot, tree);
  return speedscope_json(snapshot, tree, weight, snapshot.info.file);
}

std::string_view flame_weight_title(FlameWeight weight) {
  return kWeightTitles[static_cast<std::size_t>(weight)];
}

std::string format_flame_weight(FlameWeight weight, std::int64_t amount) {
  if (weight == FlameWeight::Bytes) return format_bytes(amount);
  return weight == FlameWeight::Launches ? format_count(amount) : format_duration(amount);
}

std::string_view FlameLabels::of(const Snapshot& snapshot, ShortNames& names,
                                 const FlameNode& node) {
  if (node.what != FlameFrame::Event) return flame_name(snapshot, node);
  if (!is_python_function(node.kind)) {
    const std::string_view name = names.of(node.name);
    return name.empty() ? flame_name(snapshot, node) : name;
  }
  if (!python_.is_for(snapshot.strings)) python_ = FrameLabels(snapshot.strings);
  return python_.of(node.name);
}

FlameHover flame_hover(const Snapshot& snapshot, const FlameTree& tree, std::uint32_t node,
                       FlameWeight weight) {
  const FlameNode& n = tree.nodes[node];
  FlameHover hover{shortened(flame_name(snapshot, n)), {}};
  const std::int64_t self = tree.self(node);
  hover.facts.emplace_back(flame_weight_title(weight), with_exact(weight, n.total));
  if (self != n.total) hover.facts.emplace_back("Self", format_flame_weight(weight, self));
  if (node != 0) {
    hover.facts.emplace_back("% of total", share_of(n.total, tree.total()));
    hover.facts.emplace_back("% of parent", share_of(n.total, tree.nodes[n.parent].total));
  }
  if (is_sampled(n.kind)) return hover;  // calls are not seen
  if (n.calls != 0) hover.facts.emplace_back("Calls", format_count(n.calls));
  if (n.calls > 1 && weight != FlameWeight::Launches) {
    hover.facts.emplace_back("Per call", format_flame_weight(weight, n.total / n.calls));
  }
  return hover;
}

std::string flame_stack_text(const Snapshot& snapshot, const FlameTree& tree, std::uint32_t node) {
  std::string text;
  for (const std::uint32_t at : tree.path(node)) {
    text += flame_name(snapshot, tree.nodes[at]);
    text += '\n';
  }
  return text;
}

FlameMatches find_in_flame(const Snapshot& snapshot, const FlameTree& tree, std::string_view text,
                           const std::stop_token& stop) {
  FlameMatches found;
  if (text.empty()) return found;
  const TextPattern pattern = TextPattern::containing(text);
  found.names.resize(snapshot.strings->size());
  std::vector<bool> asked(found.names.size());
  std::vector<bool> inside(tree.nodes.size());  // a match, or nested in one
  for (std::uint32_t i = 1; i < tree.nodes.size() && !stop.stop_requested(); ++i) {
    const FlameNode& node = tree.nodes[i];
    const std::size_t name = index_of(node.name);
    if (node.what == FlameFrame::Event && !asked[name]) {
      asked[name] = true;
      found.names[name] = pattern.matches(snapshot.text(node.name));
    }
    const bool match = found.has(node);
    found.frames += match ? 1 : 0;
    if (match && !inside[node.parent]) found.total += node.total;
    inside[i] = match || inside[node.parent];
  }
  found.words = counted(found.frames, "frame");
  if (found.frames != 0) found.words += ", " + share_of(found.total, tree.total()) + " of total";
  return found;
}

}  // namespace lanescope
