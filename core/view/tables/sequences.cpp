#include "core/analysis/kernels/sequences.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/view/tables/data_tables.h"
#include "core/view/text/record_hint.h"
#include "core/view/text/short_name.h"

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

/// Launches that are saved when each place becomes one.
DataCell saved_launches(std::uint64_t places, std::size_t kernels) {
  return count_cell(places * static_cast<std::uint64_t>(std::max<std::size_t>(1, kernels) - 1));
}

DataRow kernel_row(const Snapshot& trace, const std::vector<StringId>& kernels) {
  DataRow row;
  row.name = chain_text(trace, kernels);
  if (kernels.empty()) return row;
  const std::string_view name = trace.text(kernels.front());
  row.role = role_of(CategoryKind::Kernel, classify_name(name));
  row.shade = shade_of(name);
  return row;
}

void list_repeats(const Snapshot& trace, const SequenceTable& sequences, DataTable& table) {
  table.name_title = "Kernels in this order";
  table.columns = {{"Kernels", DataKind::Count},        {"Times", DataKind::Count},
                   {"GPU time", DataKind::Time},        {"Mean", DataKind::Time, false},
                   {"Launches saved", DataKind::Count}, {"Saved at most", DataKind::Time}};
  table.empty = "No two kernels come again in the same order";
  for (const RepeatedKernels& repeat : sequences.repeats) {
    DataRow row = kernel_row(trace, repeat.kernels);
    row.event = repeat.first;
    row.places = repeat.places;
    row.cells = {count_cell(repeat.kernels.size()),
                 count_cell(repeat.count),
                 time_cell(repeat.total_ns),
                 time_cell(repeat.total_ns / static_cast<Ns>(repeat.count)),
                 saved_launches(repeat.count, repeat.kernels.size()),
                 time_cell(repeat.saved_ns)};
    table.rows.push_back(std::move(row));
  }
}

void list_operators(const Snapshot& trace, const SequenceTable& sequences, DataTable& table) {
  table.name_title = "Operator";
  table.columns = {{"Kernels", DataKind::Count},        {"Times", DataKind::Count},
                   {"GPU time", DataKind::Time},        {"CPU time", DataKind::Time},
                   {"Launches saved", DataKind::Count}, {"In this order", DataKind::Text}};
  table.empty = "No operator launches three kernels or more";
  for (const OpSequence& sequence : sequences.op_sequences) {
    const std::string_view name = trace.text(sequence.op);
    DataRow row;
    row.name = short_name(name);
    row.full_name = sequence.op;
    row.event = sequence.first;
    row.places = sequence.places;
    row.role = role_of(CategoryKind::CpuOp, classify_name(name));
    row.shade = shade_of(name);
    row.cells = {count_cell(sequence.kernels.size()),
                 count_cell(sequence.count),
                 time_cell(sequence.gpu_ns),
                 time_cell(sequence.cpu_ns),
                 saved_launches(sequence.count, sequence.kernels.size()),
                 text_cell(chain_text(trace, sequence.kernels))};
    table.rows.push_back(std::move(row));
  }
}

void list_hints(const Snapshot& trace, const SequenceTable& sequences, DataTable& table) {
  table.name_title = "Short kernels in a row";
  table.columns = {{"Kernels", DataKind::Count},
                   {"Times", DataKind::Count},
                   {"GPU time", DataKind::Time},
                   {"Launches saved", DataKind::Count}};
  table.empty = "No three short elementwise kernels or reductions follow each other";
  for (const FusionHint& hint : sequences.fusion_hints) {
    DataRow row = kernel_row(trace, hint.kernels);
    row.event = hint.first;
    row.places = hint.places;
    row.cells = {count_cell(hint.kernels.size()), count_cell(hint.count), time_cell(hint.total_ns),
                 saved_launches(hint.count, hint.kernels.size())};
    table.rows.push_back(std::move(row));
  }
}

std::string facts_of(const SequenceTable& sequences) {
  std::string facts = fmt::format("{} kernels in the order of their launches",
                                  format_count(static_cast<std::int64_t>(sequences.kernels)));
  if (sequences.truncated) facts = "the first " + facts;
  if (sequences.period) {
    facts += fmt::format(" · operators come again every {}, {} times",
                         format_duration(sequences.period->length_ns),
                         format_count(static_cast<std::int64_t>(sequences.period->periods)));
  }
  return facts;
}

}  // namespace

DataTable sequences_table(const DataInput& in, SequenceKind kind, const std::stop_token& /*stop*/) {
  const auto found_sequences = in.results.of<SequenceTable>();
  const SequenceTable& sequences = *found_sequences;
  DataTable table;
  switch (kind) {
    case SequenceKind::Repeats:
      list_repeats(in.results.trace, sequences, table);
      break;
    case SequenceKind::Operators:
      list_operators(in.results.trace, sequences, table);
      break;
    case SequenceKind::FusionHints:
      list_hints(in.results.trace, sequences, table);
      break;
  }
  if (sequences.kernels == 0) table.empty = record_hint(in.results.trace, Recordable::GpuWork);
  table.facts = facts_of(sequences);
  return table;
}

}  // namespace lanescope
