#include "core/analysis/kernels/sequences.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/view/tables/graph_note.h"
#include "core/view/tables/row_columns.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/short_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostNames = 8;

/// "a → b ×2 → 5 more"
std::string chain_text(const Snapshot& trace, const std::vector<StringId>& kernels) {
  std::string text;
  std::size_t names = 0, next = 0;
  for (std::size_t i = 0; i < kernels.size() && names < kMostNames; i = next, ++names) {
    while (next < kernels.size() && kernels[next] == kernels[i]) ++next;
    if (i != 0) text += " → ";
    text += short_name(trace.text(kernels[i]));
    if (next - i > 1) text += fmt::format(" ×{}", next - i);
  }
  if (next < kernels.size()) text += fmt::format(" → {} more", kernels.size() - next);
  return text;
}

/// The tooltip of a chain, which its row has no room for: a line for each run of a kernel.
CellNote chain_note(const Snapshot& trace, const std::vector<StringId>& kernels) {
  constexpr std::size_t kMostLines = 24;
  CellNote note{counted(kernels.size(), "kernel") + ", in this order", {}};
  for (std::size_t i = 0, next = 0; i < kernels.size(); i = next) {
    while (next < kernels.size() && kernels[next] == kernels[i]) ++next;
    if (note.facts.size() == kMostLines) {
      note.facts.emplace_back("", fmt::format("{} more", kernels.size() - i));
      break;
    }
    note.facts.emplace_back(next - i > 1 ? fmt::format("{}–{}", i + 1, next) : std::to_string(next),
                            short_name(trace.text(kernels[i])));
  }
  return note;
}

template <typename Rows>
void add_chain_notes(const Snapshot& trace, const Rows& rows, DataTable& table) {
  std::vector<CellNote> notes;
  for (const auto& row : rows) notes.push_back(chain_note(trace, row.kernels));
  table.note = [notes = std::move(notes)](std::uint32_t row, std::size_t column) {
    LANESCOPE_CHECK(row < notes.size(), "each row has a note");
    return column == 0 ? notes[row] : CellNote();
  };
}

/// Launches saved if each call becomes a single launch, as a replay of a graph is already.
std::uint64_t saved_launches(const OpSequence& row) {
  return (row.count - row.replays) *
         static_cast<std::uint64_t>(std::max<std::size_t>(1, row.kernels.size()) - 1);
}

template <typename Row>
std::size_t length_of_chain(const Row& row) {
  return row.kernels.size();
}

/// A row named after its kernels.
template <typename Row>
DataRow chain_row(const Snapshot& trace, const Row& one) {
  DataRow row;
  if (!one.kernels.empty())
    row = named_row(trace, CategoryKind::Kernel, one.kernels.front(), one.first);
  row.name = chain_text(trace, one.kernels);
  row.full_name = StringId::Empty;
  row.event = one.first;
  row.places = one.places;
  return row;
}

void list_repeats(const Snapshot& trace, const SequenceTable& sequences, DataTable& table) {
  table.name_title = "Kernels in this order";
  table.empty = "No two kernels repeat in the same order";
  table.ordered_by = "Max. savings";
  table.goes_to = "first";
  const auto look = [&](const RepeatedKernels& one) { return chain_row(trace, one); };
  fill_table(trace, repeat_columns(), sequences.repeats, look, {}, table);
  add_chain_notes(trace, sequences.repeats, table);
}

void list_operators(const Snapshot& trace, const SequenceTable& sequences, DataTable& table) {
  table.name_title = "Operator";
  table.empty = "No operator launches three or more kernels";
  table.ordered_by = "GPU time";
  table.goes_to = "first";
  const auto look = [&](const OpSequence& one) {
    DataRow row = named_row(trace, CategoryKind::CpuOp, one.op, one.first);
    row.places = one.places;
    return row;
  };
  fill_table(trace, op_sequence_columns(trace, sequences.graphs.kernels > 0),
             sequences.op_sequences, look, {}, table);
}

void list_hints(const Snapshot& trace, const SequenceTable& sequences, DataTable& table) {
  table.name_title = "Short kernels in a row";
  table.empty = "No three short elementwise kernels or reductions in a row";
  table.goes_to = "first";
  const auto look = [&](const FusionHint& one) { return chain_row(trace, one); };
  fill_table(trace, fusion_hint_columns(), sequences.fusion_hints, look, {}, table);
  add_chain_notes(trace, sequences.fusion_hints, table);
}

std::string facts_of(const SequenceTable& sequences) {
  std::string facts = counted(sequences.kernels, "kernel") + " in launch order";
  if (sequences.truncated) facts = "the first " + facts;
  if (sequences.period) {
    facts += fmt::format(" · operators repeat every {}, {}",
                         format_duration(sequences.period->length_ns),
                         counted(sequences.period->periods, "time"));
  }
  if (const std::string note = graph_note(sequences.graphs); !note.empty()) facts += " · " + note;
  return facts;
}

}  // namespace

RowColumns<RepeatedKernels> repeat_columns() {
  using enum ValueKind;
  const auto mean = [](const RepeatedKernels& row) {
    return row.total_ns / static_cast<Ns>(row.count);
  };
  return {// pane, text, JSON
          {{"", "kernels in this order", "kernels"}, Names, &RepeatedKernels::kernels, {.head = 3}},
          {{"Kernels", kPaneTitle}, Id, length_of_chain<RepeatedKernels>},
          {{"Times", kPaneTitle, "count"}, Count, &RepeatedKernels::count},
          {{"GPU time", kPaneTitle, "total_ns"}, Time, &RepeatedKernels::total_ns},
          {{"Mean"}, Time, mean, {.usual = false}},
          {{"Launches saved"}, Count, &RepeatedKernels::saved_launches},
          {{"Max. savings", kPaneTitle, "saved_ns"}, Time, &RepeatedKernels::saved_ns},
          {{"Variants", kPaneTitle, "variants"}, Count, &RepeatedKernels::variants},
          {{"", "", "event_id"}, Event, &RepeatedKernels::first}};
}

RowColumns<OpSequence> op_sequence_columns(const Snapshot& trace, bool has_graphs) {
  using enum ValueKind;
  const auto chain = [&trace](const OpSequence& row) { return chain_text(trace, row.kernels); };
  RowColumns<OpSequence> columns = {// pane, text, JSON
                                    {{"", "", "op"}, Name, &OpSequence::op},
                                    {{"", "", "kernels"}, Names, &OpSequence::kernels},
                                    {{"Kernels per call"}, Count, length_of_chain<OpSequence>},
                                    {{"Times", "", "count"}, Count, &OpSequence::count},
                                    {{"GPU time", "", "gpu_ns"}, Time, &OpSequence::gpu_ns},
                                    {{"CPU time", "", "cpu_ns"}, Time, &OpSequence::cpu_ns},
                                    {{"Launches saved"}, Count, saved_launches},
                                    {{"In this order"}, Words, chain},
                                    {{"", "", "event_id"}, Event, &OpSequence::first}};
  if (has_graphs) columns.add({{{"Replays", "", "replays"}, Count, &OpSequence::replays}});
  return columns;
}

RowColumns<FusionHint> fusion_hint_columns() {
  using enum ValueKind;
  return {// pane, text, JSON
          {{"", "", "kernels"}, Names, &FusionHint::kernels},
          {{"Kernels"}, Count, length_of_chain<FusionHint>},
          {{"Times", "", "count"}, Count, &FusionHint::count},
          {{"GPU time", "", "total_ns"}, Time, &FusionHint::total_ns},
          {{"Launches saved"}, Count, &FusionHint::saved_launches},
          {{"", "", "event_id"}, Event, &FusionHint::first}};
}

DataTable sequences_table(const DataInput& in, SequenceKind kind, const std::stop_token& /*stop*/) {
  const auto found = in.results.of<SequenceTable>();
  const SequenceTable& sequences = *found;
  DataTable table;
  constexpr std::array kLists{list_repeats, list_operators, list_hints};
  kLists.at(static_cast<std::size_t>(kind))(in.results.trace, sequences, table);
  if (sequences.kernels == 0) table.empty = record_hint(in.results.trace, Recordable::GpuWork);
  table.facts = facts_of(sequences);
  return table;
}

}  // namespace lanescope
