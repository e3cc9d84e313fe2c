#include "core/analysis/flame/export.h"

#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "core/base/text/json_writer.h"

namespace lanescope {
namespace {

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

void add_harmless(std::string& out, std::string_view name) {
  for (const char c : name) out += c == ';' || is_control(c) ? '_' : c;
}

std::string_view unit_of(FlameWeight weight) {
  if (weight == FlameWeight::Bytes) return "bytes";
  return weight == FlameWeight::Launches ? "none" : "nanoseconds";
}

/// The distinct names of a tree, in order of first occurrence.
class FrameNumbers {
 public:
  FrameNumbers(const Snapshot& snapshot, const FlameTree& tree) : of_node_(tree.nodes.size()) {
    std::unordered_map<std::string_view, std::uint32_t> known;
    for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
      const std::string_view name = flame_name(snapshot, tree.nodes[i]);
      const auto [at, fresh] = known.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
      if (fresh) names_.push_back(name);
      of_node_[i] = at->second;
    }
  }
  [[nodiscard]] const std::vector<std::string_view>& names() const { return names_; }
  [[nodiscard]] std::uint32_t of(std::uint32_t node) const { return of_node_[node]; }

 private:
  std::vector<std::string_view> names_;
  std::vector<std::uint32_t> of_node_;
};

void add_event(JsonWriter& out, std::string_view type, std::uint32_t frame, std::int64_t at) {
  out.begin_object();
  out.member("type", type);
  out.member("frame", frame);
  out.member("at", at);
  out.end();
}

/// Open and close events in the order of a depth-first walk.
void add_events(JsonWriter& out, const FlameTree& tree, const FrameNumbers& numbers) {
  struct Step {
    std::uint32_t node = 0;
    bool close = false;
  };
  std::vector<Step> steps{{0, false}};
  while (!steps.empty()) {
    const Step step = steps.back();
    steps.pop_back();
    const FlameNode& node = tree.nodes[step.node];
    if (step.close) {
      add_event(out, "C", numbers.of(step.node), node.end());
      continue;
    }
    if (step.node != 0) {
      add_event(out, "O", numbers.of(step.node), node.begin);
      steps.push_back({step.node, true});
    }
    const auto [first, end] = tree.children(step.node);
    for (std::uint32_t child = end; child-- > first;) steps.push_back({child, false});
  }
}

}  // namespace

std::string collapsed_stacks(const Snapshot& snapshot, const FlameTree& tree) {
  std::string out;
  for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
    const std::int64_t self = tree.self(node);
    if (self == 0) continue;
    const std::size_t line = out.size();
    for (const std::uint32_t at : tree.path(node)) {
      if (out.size() > line) out += ';';
      add_harmless(out, flame_name(snapshot, tree.nodes[at]));
    }
    if (node == 0) add_harmless(out, flame_name(snapshot, tree.nodes[0]));
    out += fmt::format(" {}\n", self);
  }
  return out;
}

std::string speedscope_json(const Snapshot& snapshot, const FlameTree& tree, FlameWeight weight,
                            std::string_view name) {
  const FrameNumbers numbers(snapshot, tree);
  std::string text;
  JsonWriter out(text);
  out.begin_object();
  out.member("$schema", "https://www.speedscope.app/file-format-schema.json");
  out.member("exporter", "lanescope");
  out.member("name", name);
  out.key("shared");
  out.begin_object();
  out.key("frames");
  out.begin_array(JsonLayout::Rows);
  for (const std::string_view& frame : numbers.names()) {
    out.begin_object();
    out.member("name", frame);
    out.end();
  }
  out.end();
  out.end();
  out.key("profiles");
  out.begin_array();
  out.begin_object();
  out.member("type", "evented");
  out.member("name", flame_weight_name(weight));
  out.member("unit", unit_of(weight));
  out.member("startValue", 0);
  out.member("endValue", tree.total());
  out.key("events");
  out.begin_array(JsonLayout::Rows);
  add_events(out, tree, numbers);
  for (int open = 0; open < 4; ++open) out.end();  // events, profile, profiles, file
  return text + "\n";
}

}  // namespace lanescope
