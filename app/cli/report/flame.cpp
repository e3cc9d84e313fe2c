#include "app/cli/report/report.h"

namespace lanescope {
namespace {

constexpr std::int64_t kSmallestPart = 1000;  // frames below 1/1000 of the total are left out
constexpr const char* kNothing = "the window has no frames";

struct FrameRow {
  std::uint32_t node = 0;
  std::uint32_t parent = 0;  // index of the parent's row; kNoRowAround for the outermost frames
  std::uint32_t depth = 0;
};
constexpr std::uint32_t kNoRowAround = 0xFFFFFFFFU;

/// Parents come before their children; small frames are left out with all their children.
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

RowColumns<FrameRow> frame_columns(const Snapshot& trace, const FlameTree& tree,
                                   const char* time = "") {
  using enum ValueKind;
  const auto node = [&](const FrameRow& row) -> const FlameNode& { return tree.nodes[row.node]; };
  const auto name = [=, &trace](const FrameRow& row) { return flame_name(trace, node(row)); };
  const auto title = [=](const FrameRow& row) {
    const std::string indent(std::min<std::size_t>(row.depth, kReportNameWidth / 2), ' ');
    return indent + printable(name(row), kReportNameWidth);
  };
  const auto parent = [](const FrameRow& row) {
    return row.parent == kNoRowAround ? CellValue() : cell_value(row.parent);
  };
  const auto total = [=](const FrameRow& row) { return node(row).total; };
  const auto self = [&](const FrameRow& row) { return tree.self(row.node); };
  const auto share = [=, &tree](const FrameRow& row) { return share_of(total(row), tree.total()); };
  return {// text, JSON
          {{"", "frame"}, Words, title},
          {{"", "", "name"}, Name, name},
          {{"", "", "parent"}, Id, parent},
          {{"", "", "depth"}, Id, &FrameRow::depth},
          {{"", time, "total_ns"}, Time, total},
          {{"", "self", "self_ns"}, Time, self},
          {{"", "share"}, Share, share},
          {{"", "calls", "calls"}, Count, [=](const FrameRow& row) { return node(row).calls; }},
          {{"", "", "longest_event_id"}, Event, [=](const FrameRow& row) {
             return node(row).longest;
           }}};
}

}  // namespace

Json to_json(const ReportInput& input, const FlameTree& result) {
  const FlameQuery query = usual_flame_query(input.trace);
  Json out = {
      {"weight", flame_weight_name(query.weight)},
      {"stack", flame_stack_name(query.stack)},
      {"total_ns", result.total()},
      {"smallest_part", 1.0 / static_cast<double>(kSmallestPart)},
      {"frames", rows_json(input.trace, frame_columns(input.trace, result), rows_of(result))}};
  if (result.total() == 0) out["why"] = kNothing;
  return out;
}

std::string to_text(const ReportInput& input, const FlameTree& result) {
  if (result.total() == 0) return std::string("n/a: ") + kNothing + "\n";
  const FlameWeight weight = usual_flame_query(input.trace).weight;
  const char* const title = weight == FlameWeight::GpuTime    ? "GPU time"
                            : weight == FlameWeight::WallTime ? "wall time"
                                                              : "CPU time";
  const auto columns = frame_columns(input.trace, result, title);
  return first_rows_text(input.trace, columns, rows_of(result));
}

}  // namespace lanescope
