#include <cmath>

#include <fmt/format.h>

#include "app/cli/compare/rank_folders.h"
#include "app/cli/compare/summaries.h"
#include "app/cli/output/printable.h"
#include "app/cli/output/text_table.h"
#include "core/analysis/events/statistics.h"
#include "core/view/results/diff_text.h"
#include "core/view/text/escaping.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostComparedRanks = 16, kComparedHostWidth = 64;

constexpr std::string_view kFolderOrder =
    "Means per step, which is timed as in a report: until the next step begins, or on the GPU "
    "where the host runs far ahead. Two traces are compared by their host step time, which ends "
    "with the step's range on the host. The ranks whose own work (compute and idle time) changed "
    "most come first: the others wait for these in exposed communication.";

constexpr std::string_view kFolderGates =
    "Gates compare means over the ranks and steps that are in both runs, GPU times per GPU; the "
    "mean "
    "of a step over its ranks is one sample of the test. Peak memory is that of the rank that "
    "needs "
    "most.";

using FolderCells = std::vector<std::string>;

const FolderCells& folder_heads() {
  static const FolderCells heads{"rank",  "host",    "step time A",  "step time B",
                                 "delta", "compute", "exposed comm", "idle"};
  return heads;
}

std::vector<FolderCells> rows_of(const PrintedFolders& printed) {
  std::vector<FolderCells> rows;
  for (std::size_t i = 0; i < std::min(printed.ranks.size(), kMostComparedRanks); ++i) {
    const ComparedRank& one = printed.ranks[i];
    rows.push_back({fmt::format("{}", one.rank), printable(one.host, kComparedHostWidth),
                    format_duration(rounded_ns(one.step.a)),
                    format_duration(rounded_ns(one.step.b)), signed_duration(one.step.delta()),
                    signed_duration(one.compute.delta()), signed_duration(one.exposed_comm.delta()),
                    signed_duration(one.idle.delta())});
  }
  return rows;
}

std::string more_ranks(const PrintedFolders& printed) {
  return printed.ranks.size() > kMostComparedRanks
             ? fmt::format("and {} more; see --json\n", printed.ranks.size() - kMostComparedRanks)
             : "";
}

std::string folder_gates_text(const PrintedFolders& printed) {
  if (printed.gates.empty()) return "";
  std::string text = std::string(kFolderGates) + "\n";
  for (const GateResult& gate : printed.gates) text += printable(gate_text(gate)) + "\n";
  return text;
}

Json change_json(const RankChange& change) {
  return {{"a_ns", rounded_ns(change.a)},
          {"b_ns", rounded_ns(change.b)},
          {"delta_ns", rounded_ns(change.delta())}};
}

}  // namespace

Json folders_json(const PrintedFolders& printed) {
  return {{"a", printed.folders.a},
          {"b", printed.folders.b},
          {"by_summaries", true},
          {"summary", printed.sentence},
          {"facts", printed.facts},
          {"steps", {{"a", printed.match.steps_of_a}, {"b", printed.match.steps_of_b}}},
          {"ranks",
           {{"both", printed.match.ranks},
            {"only_a", printed.match.only_a},
            {"only_b", printed.match.only_b}}},
          {"rows", json_list(printed.ranks,
                             [](const ComparedRank& one) -> Json {
                               return {{"rank", one.rank},
                                       {"host", one.host.empty() ? Json() : Json(one.host)},
                                       {"steps", one.steps},
                                       {"step_time", change_json(one.step)},
                                       {"compute", change_json(one.compute)},
                                       {"exposed_comm", change_json(one.exposed_comm)},
                                       {"idle", change_json(one.idle)}};
                             })},
          {"gates", gates_json(printed.gates)}};
}

std::string folders_text(const PrintedFolders& printed) {
  std::string text = printable(printed.sentence) + "\n\n" + printable(printed.facts) + "\n";
  if (printed.ranks.empty()) return text + folder_gates_text(printed);
  std::vector<TextTable::Column> columns;
  for (const std::string& head : folder_heads())
    columns.push_back(
        {head, columns.size() == 1 ? TextTable::Align::Left : TextTable::Align::Right});
  TextTable table(std::move(columns));
  for (FolderCells& row : rows_of(printed)) table.add_row(std::move(row));
  return text + "\n" + table.text() + more_ranks(printed) + "\n" + std::string(kFolderOrder) +
         "\n" + folder_gates_text(printed);
}

std::string folders_markdown(const PrintedFolders& printed) {
  std::string page = "**" + markdown_text(printable(printed.sentence)) + "**\n\n" +
                     markdown_text(printable(printed.facts)) + "\n\n";
  for (const GateResult& gate : printed.gates)
    page += "- gate " + markdown_text(gate_text(gate)) + "\n";
  page += printed.gates.empty() ? "|" : "\n|";
  std::string line = "|";
  for (const std::string& head : folder_heads()) {
    page += " " + head + " |";
    line += head == "host" ? "---|" : "---:|";
  }
  page += "\n" + line + "\n";
  for (const FolderCells& row : rows_of(printed)) {
    page += "|";
    for (const std::string& cell : row) page += " " + markdown_text(cell) + " |";
    page += "\n";
  }
  const std::string more = more_ranks(printed);
  return page + "\n" + more + (more.empty() ? "" : "\n") +
         markdown_text(std::string(kFolderOrder)) + "\n" +
         (printed.gates.empty() ? "" : "\n" + markdown_text(std::string(kFolderGates)) + "\n");
}

}  // namespace lanescope
