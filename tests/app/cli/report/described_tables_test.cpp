// Each table that is described once says the same numbers in the pane, in text and in JSON.
#include <algorithm>
#include <functional>
#include <sstream>

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/view/tables/row_columns.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

/// One table in its three forms, by the printers that people use.
struct ThreeForms {
  std::vector<ColumnHead> columns;
  DataTable pane;
  Json rows;
  std::vector<std::string> lines;  // of text, the titles first
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

template <typename Row>
ThreeForms forms_of(const Snapshot& trace, const RowColumns<Row>& columns, DataTable pane,
                    Json rows, const std::vector<Row>& all) {
  return {{columns.begin(), columns.end()},
          std::move(pane),
          std::move(rows),
          lines_of(rows_text(trace, columns, all))};
}

std::vector<std::pair<const char*, ThreeForms>> all_forms(const AnalysisResults& in) {
  const Snapshot& trace = in.trace;
  const DataInput input{in};
  std::vector<std::pair<const char*, ThreeForms>> forms;
  const auto add = [&](const char* name, const auto& columns, DataTable pane, Json rows,
                       const auto& all) {
    forms.emplace_back(name, forms_of(trace, columns, std::move(pane), std::move(rows), all));
  };
  // Of kernels that were measured one by one, the pane has the counters.
  const auto kernels = in.of<KernelTable>();
  if (!kernels->rows.empty()) {
    add("kernels", kernel_columns(trace, *kernels), kernels_table(input, KernelGroupBy::Name, {}),
        to_json(in, *kernels)["rows"], kernels->rows);
  }
  const auto comm = in.of<CommTable>();
  if (comm->devices.size() == 1) {
    const std::vector<CommRow>& rows = comm->devices[0].rows;
    add("collectives", collective_columns(rows), collectives_table(input, {}),
        to_json(in, *comm)["devices"][0]["collectives"], rows);
  }
  const auto copies = in.of<CopyTable>();
  if (copies->devices.size() == 1) {
    add("copies", copy_columns(*copies, 1), copies_table(input, {}),
        to_json(in, *copies)["devices"][0]["kinds"], copies->devices[0].rows);
  }
  const auto counters = in.of<CounterTable>();
  if (counters->ranges != 0) {
    add("counters", counter_columns(*counters, CountersOf::Kernels), counters_table(input, {}),
        to_json(in, *counters)["kernels"], counters->kernels);
  }
  const auto ops = in.of<OpTable>();
  add("ops", op_columns(trace, *ops), ops_table(input, OpGroupBy::Name, {}),
      to_json(in, *ops)["rows"], ops->rows);
  const auto annotations = in.of<AnnotationTable>();
  add("annotations", annotation_columns(*annotations), annotations_table(input, {}),
      to_json(in, *annotations)["rows"], annotations->rows);
  const auto modules = in.of<ModuleTree>();
  add("modules", module_columns(trace, *modules), modules_table(input, ModuleOrder::Time, {}),
      to_json(in, *modules)["rows"], modules->rows);
  add("module classes", module_class_columns(*modules), module_classes_table(input, {}),
      to_json(in, *modules)["classes"], module_classes(trace, *modules));
  const auto steps = in.of<StepTable>();
  add("steps", step_columns(trace, *steps), steps_table(input, {}), to_json(in, *steps)["steps"],
      steps->rows);
  const auto sequences = in.of<SequenceTable>();
  add("repeats", repeat_columns(), sequences_table(input, SequenceKind::Repeats, {}),
      to_json(in, *sequences)["repeats"], sequences->repeats);
  add("op sequences", op_sequence_columns(trace),
      sequences_table(input, SequenceKind::Operators, {}), to_json(in, *sequences)["op_sequences"],
      sequences->op_sequences);
  const auto roofline = in.of<RooflineTable>();
  if (roofline->has_shapes) {
    add("roofline", roofline_columns(trace, *roofline), roofline_table(input, {}),
        to_json(in, *roofline)["rows"], roofline->rows);
  }
  const auto path = in.of<CriticalPath>();
  add("critical path", path_columns(*path, PathRows::Name), path_table(input, PathRows::Name, {}),
      to_json(in, *path)["costs"], path->costs);
  return forms;
}

const DataCell& pane_cell_of(const DataTable& table, std::size_t row, const std::string& title) {
  const auto at = std::ranges::find(table.columns, title, &DataColumn::title);
  REQUIRE(at != table.columns.end());
  return table.rows[row].cells[static_cast<std::size_t>(at - table.columns.begin())];
}

const Json& member(const Json& row, const std::string& key) {
  const auto end = key.find('/');
  if (end == std::string::npos) return row.at(key);
  return member(row.at(key.substr(0, end)), key.substr(end + 1));
}

/// How text has a number of JSON; empty: not the number alone.
std::string text_of(ValueKind kind, const Json& number) {
  if (!number.is_number_integer()) return "";
  const auto value = number.get<std::int64_t>();
  if (kind == ValueKind::Time) return format_duration(value);
  if (kind == ValueKind::Bytes) return format_bytes(value);
  return kind == ValueKind::Count ? format_count(value) : "";
}

/// How many numbers were found in two forms or three.
std::size_t compare_forms(const ThreeForms& forms) {
  REQUIRE(forms.rows.size() == forms.pane.rows.size());
  std::size_t compared = 0;
  for (std::size_t row = 0; row < forms.rows.size(); ++row) {
    for (const ColumnHead& column : forms.columns) {
      const auto& [pane, text, json, page] = column.title;
      CAPTURE(json);
      if (json.empty()) continue;
      const Json& value = member(forms.rows[row], json);
      const std::string number = text_of(column.kind, value);
      if (number.empty()) continue;
      if (!pane.empty()) {
        CHECK(pane_cell_of(forms.pane, row, pane).number == value.get<std::int64_t>());
        CHECK(pane_cell_of(forms.pane, row, pane).text == number);
        ++compared;
      }
      if (text.empty() || row + 1 >= forms.lines.size()) continue;
      CHECK(forms.lines[row + 1].find(number) != std::string::npos);
      ++compared;
    }
  }
  return compared;
}

}  // namespace

TEST_CASE("a described table has the same numbers in the pane, in text and in JSON") {
  for (const char* name : {"workload.json", "training.json", "profiler_ranges.json"}) {
    const auto loaded = load_trace(source_folder() + "/tests/traces/" + name, {});
    REQUIRE(loaded.ok());
    const Snapshot& trace = *loaded.value().snapshot;
    const AnalysisResults results(trace, whole_window(), event_reader(loaded.value()));
    std::size_t compared = 0;
    for (const auto& [table, forms] : all_forms(results)) {
      CAPTURE(name);
      CAPTURE(table);
      compared += compare_forms(forms);
      for (const ColumnHead& column : forms.columns) {
        const bool in_text = !column.title.text.empty() && column.title.text != kNoTitle;
        if (in_text) CHECK(forms.lines.front().find(column.title.text) != std::string::npos);
      }
    }
    CHECK(compared > 20);
  }
}

TEST_CASE("a column of the pane has the same name in text and on the page") {
  const auto loaded = load_trace(source_folder() + "/tests/traces/workload.json", {});
  REQUIRE(loaded.ok());
  const AnalysisResults results(*loaded.value().snapshot, whole_window(),
                                event_reader(loaded.value()));
  for (const auto& [table, forms] : all_forms(results)) {
    CAPTURE(table);
    for (const ColumnHead& column : forms.columns) {
      const auto& [pane, text, json, page] = column.title;
      if (pane.empty()) continue;
      CAPTURE(pane);
      // In text, each value of a bandwidth has a unit of its own.
      std::string name(pane);
      if (name.ends_with(" GB/s")) name.resize(name.size() - std::string_view(" GB/s").size());
      if (!text.empty()) CHECK(text.starts_with(text_title(name)));
      if (!page.empty()) CHECK(page.starts_with(text_title(pane)));
    }
  }
}

TEST_CASE("no two columns of a described table have one key, nor two of the pane one title") {
  const auto loaded = load_trace(source_folder() + "/tests/traces/workload.json", {});
  REQUIRE(loaded.ok());
  const Snapshot& trace = *loaded.value().snapshot;
  const AnalysisResults results(trace, whole_window(), event_reader(loaded.value()));
  for (const auto& [table, forms] : all_forms(results)) {
    for (const auto form : {&ColumnTitles::pane, &ColumnTitles::json}) {
      std::vector<std::string> titles;
      for (const ColumnHead& column : forms.columns) {
        if (!(column.title.*form).empty()) titles.push_back(column.title.*form);
      }
      std::ranges::sort(titles);
      CAPTURE(table);
      CHECK(std::ranges::adjacent_find(titles) == titles.end());
    }
  }
}

}  // namespace lanescope
