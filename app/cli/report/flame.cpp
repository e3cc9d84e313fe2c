#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr std::int64_t kSmallestPart = 1000;  // frames below this part of the whole are left out
constexpr const char* kNothing = "the window has no frames";

struct FrameRow {
  std::uint32_t node = 0;
  std::uint32_t parent = 0;  // row; of the outermost ones themselves nothing
  std::uint32_t depth = 0;
};
constexpr std::uint32_t kNoRowAround = 0xFFFFFFFFU;

/// Each frame before those inside it; small ones left out with all they hold.
std::vector<FrameRow> rows_of(const FlameTree& tree) {
  std::vector<FrameRow> rows;
  std::vector<FrameRow> next;
  const auto push_children = [&](std::uint32_t node, std::uint32_t row, std::uint32_t depth) {
    const auto [first, end] = tree.children(node);
    for (std::uint32_t child = end; child-- > first;) {
      if (tree.nodes[child].total <= tree.total() / kSmallestPart) continue;
      next.push_back({child, row, depth});
    }
  };
  push_children(0, kNoRowAround, 0);
  while (!next.empty()) {
    const FrameRow row = next.back();
    next.pop_back();
    rows.push_back(row);
    push_children(row.node, static_cast<std::uint32_t>(rows.size()) - 1, row.depth + 1);
  }
  return rows;
}

}  // namespace

Json to_json(const ReportInput& input, const FlameTree& result) {
  const FlameQuery query = usual_flame_query(input.trace);
  Json frames = Json::array();
  for (const FrameRow& row : rows_of(result)) {
    const FlameNode& node = result.nodes[row.node];
    const bool has_event = node.longest != EventId::None;
    frames.push_back({{"name", std::string(flame_name(input.trace, node))},
                      {"parent", row.parent == kNoRowAround ? Json() : Json(row.parent)},
                      {"depth", row.depth},
                      {"total_ns", node.total},
                      {"self_ns", result.self(row.node)},
                      {"calls", node.calls},
                      {"longest_event_id", has_event ? Json(index_of(node.longest)) : Json()}});
  }
  Json out = {{"weight", flame_weight_name(query.weight)},
              {"stack", flame_stack_name(query.stack)},
              {"total_ns", result.total()},
              {"smallest_part", 1.0 / static_cast<double>(kSmallestPart)},
              {"frames", std::move(frames)}};
  if (result.total() == 0) out["why"] = kNothing;
  return out;
}

std::string to_text(const ReportInput& input, const FlameTree& result) {
  if (result.total() == 0) return std::string("n/a: ") + kNothing + "\n";
  const bool gpu = usual_flame_query(input.trace).weight == FlameWeight::GpuTime;
  TextTable table(
      {{"frame", Align::Left}, {gpu ? "GPU time" : "CPU time"}, {"self"}, {"share"}, {"calls"}});
  const std::vector<FrameRow> rows = rows_of(result);
  for (std::size_t i = 0; i < std::min(rows.size(), kMostRows); ++i) {
    const FlameNode& node = result.nodes[rows[i].node];
    const std::string indent(std::min<std::size_t>(rows[i].depth, kReportNameWidth / 2), ' ');
    table.add_row({indent + printable(flame_name(input.trace, node), kReportNameWidth),
                   format_duration(node.total), format_duration(result.self(rows[i].node)),
                   percent(static_cast<double>(node.total), static_cast<double>(result.total())),
                   format_count(node.calls)});
  }
  return table.text() + more_rows(rows.size());
}

}  // namespace lanescope
