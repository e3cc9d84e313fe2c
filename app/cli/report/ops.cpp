#include <fmt/format.h>

#include "app/cli/output/text_table.h"
#include "app/cli/report/report.h"

namespace lanescope {
namespace {

using Align = TextTable::Align;

constexpr const char* kNoGpu = "the trace has no GPU events";
constexpr const char* kNoMemory =
    "the trace has no [memory] records; record with profile_memory=True";
constexpr std::size_t kNameWidth = 44;
constexpr std::size_t kGroupWidth = 60;

/// Why no operator has a group.
std::string no_groups(OpGroupBy by) {
  switch (by) {
    case OpGroupBy::Name:
      return "rows are grouped by name alone";
    case OpGroupBy::Shape:
      return "no operator has Input Dims; record with record_shapes=True";
    case OpGroupBy::Stack:
      return "no operator ran inside a python_function event; record with with_stack=True";
    case OpGroupBy::Module:
      return "no operator ran inside an nn.Module event; record with with_stack=True";
    case OpGroupBy::Type:
      return "no operator has Input type; record with record_shapes=True";
    case OpGroupBy::Thread:
    case OpGroupBy::Phase:
      return "the trace has no operators";
    case OpGroupBy::Step:
      return "no operator ran inside a step; call prof.step() in the training loop";
  }
  return {};
}

/// A group as JSON: shapes and types as lists, stacks and modules as lists of names, else a name.
Json group_json(const Snapshot& trace, const OpTable& table, const OpRow& row) {
  const std::vector<std::string> lines = table.groups.lines(trace, row.group);
  if (lines.empty()) return nullptr;
  const OpGroupBy by = table.groups.by;
  if (by == OpGroupBy::Stack || by == OpGroupBy::Module) return lines;
  if (by != OpGroupBy::Shape && by != OpGroupBy::Type) return lines.front();
  Json shapes = Json::parse(lines.front(), nullptr, false);
  return shapes.is_discarded() ? Json(lines.front()) : shapes;
}

Json row_json(const Snapshot& trace, const OpTable& table, const OpRow& row) {
  const auto device = [&](auto value) { return table.has_gpu_events ? Json(value) : Json(); };
  const auto bytes = [&](auto value) { return table.has_memory_records ? Json(value) : Json(); };
  const auto group = [&](OpGroupBy by) {
    return table.groups.by == by ? group_json(trace, table, row) : Json();
  };
  Json out = {{"name", json_text(trace, row.name)},
              {"input_shapes", group(OpGroupBy::Shape)},
              {"annotation", row.annotation},
              {"cat", row.user_annotation ? "user_annotation" : "cpu_op"},
              {"count", row.count},
              {"calls", row.calls},
              {"self_cpu_ns", row.self_cpu_ns},
              {"self_cpu_no_runtime_ns", row.self_cpu_no_runtime_ns},
              {"total_cpu_ns", row.total_cpu_ns},
              {"sum_cpu_ns", row.sum_cpu_ns},
              {"self_device_ns", device(row.self_device_ns)},
              {"total_device_ns", device(row.total_device_ns)},
              {"device_span_ns", device(row.device_span_ns)},
              {"self_cpu_bytes", bytes(row.self_cpu_bytes)},
              {"total_cpu_bytes", bytes(row.total_cpu_bytes)},
              {"self_device_bytes", bytes(row.self_device_bytes)},
              {"total_device_bytes", bytes(row.total_device_bytes)},
              {"kernels", device(row.kernels)}};
  static constexpr std::array<const char*, kOpGroupings> kKeys = {
      "", "", "stack", "modules", "input_types", "thread", "phase", "step"};
  const std::string_view key = kKeys[static_cast<std::size_t>(table.groups.by)];
  if (!key.empty()) out[std::string(key)] = group(table.groups.by);
  return out;
}

std::string why(const OpTable& table) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (table.groups.by != OpGroupBy::Shape) {
    add("input_shapes: rows are grouped by " + std::string(op_group_by_name(table.groups.by)));
  }
  if (table.groups.by != OpGroupBy::Name && table.groups.count == 1) {
    add(std::string(op_group_by_name(table.groups.by)) + ": " + no_groups(table.groups.by));
  }
  if (!table.has_gpu_events) add(std::string("device columns: ") + kNoGpu);
  if (!table.has_memory_records) add(std::string("bytes: ") + kNoMemory);
  return text;
}

/// The columns of key_averages().table(), in its order; what a trace lacks is left out.
class OpText {
 public:
  OpText(const Snapshot& trace, const OpTable& result)
      : trace_(trace), result_(result), table_(columns()) {}

  std::string text() {
    bool any_annotation = false;
    for (std::size_t i = 0; i < std::min(result_.rows.size(), kMostRows); ++i) {
      table_.add_row(cells(result_.rows[i]));
      any_annotation = any_annotation || result_.rows[i].annotation;
    }
    std::string out = table_.text() + more_rows(result_.rows.size());
    out += "self CPU time total: " + format_duration(result_.self_cpu_ns) + "\n";
    if (result_.has_gpu_events) {
      out += "self device time total: " + format_duration(result_.self_device_ns) + "\n";
    }
    if (any_annotation) out += "* a range that was marked, not an operator\n";
    if (result_.groups.by != OpGroupBy::Name && result_.groups.count == 1) {
      out += std::string(op_group_by_name(result_.groups.by)) + ": " +
             no_groups(result_.groups.by) + "\n";
    }
    if (!result_.has_gpu_events) out += std::string("device: ") + kNoGpu + "\n";
    if (!result_.has_memory_records) out += std::string("memory: ") + kNoMemory + "\n";
    return out;
  }

 private:
  [[nodiscard]] std::vector<TextTable::Column> columns() const {
    std::vector<TextTable::Column> titles = {
        {"operator", Align::Left}, {"self CPU %"}, {"self CPU"},
        {"CPU total %"},           {"CPU total"},  {"CPU avg"}};
    const auto add = [&](std::initializer_list<const char*> more) {
      for (const char* title : more) titles.push_back({title});
    };
    if (result_.has_gpu_events) {
      add({"self device", "self device %", "device total", "device avg"});
    }
    if (result_.has_memory_records) {
      add({"CPU memory", "self CPU memory", "device memory", "self device memory"});
    }
    add({"calls"});
    if (result_.has_gpu_events) add({"kernels"});
    if (result_.groups.count > 1) {
      static constexpr std::array<const char*, kOpGroupings> kTitles = {
          "", "input shapes", "called from", "module", "input types", "thread", "phase", "step"};
      titles.push_back({kTitles[static_cast<std::size_t>(result_.groups.by)], Align::Left});
    }
    return titles;
  }

  [[nodiscard]] std::vector<std::string> cells(const OpRow& row) const {
    const auto share = [](Ns part, Ns whole) {
      return percent(static_cast<double>(part), static_cast<double>(whole));
    };
    const auto average = [&](Ns sum_ns) {
      return format_duration(sum_ns / static_cast<Ns>(std::max<std::uint64_t>(1, row.count)));
    };
    std::vector<std::string> cells = {
        printable(trace_.text(row.name), kNameWidth) + (row.annotation ? " *" : ""),
        share(row.self_cpu_ns, result_.self_cpu_ns),
        format_duration(row.self_cpu_ns),
        share(row.total_cpu_ns, result_.self_cpu_ns),
        format_duration(row.total_cpu_ns),
        average(row.sum_cpu_ns)};
    const auto add = [&](std::initializer_list<std::string> more) {
      cells.insert(cells.end(), more.begin(), more.end());
    };
    if (result_.has_gpu_events) {
      add({format_duration(row.self_device_ns), share(row.self_device_ns, result_.self_device_ns),
           format_duration(row.total_device_ns), average(row.total_device_ns)});
    }
    if (result_.has_memory_records) {
      add({format_bytes(row.total_cpu_bytes), format_bytes(row.self_cpu_bytes),
           format_bytes(row.total_device_bytes), format_bytes(row.self_device_bytes)});
    }
    add({format_count(static_cast<std::int64_t>(row.calls))});
    if (result_.has_gpu_events) add({format_count(static_cast<std::int64_t>(row.kernels))});
    if (result_.groups.count > 1) add({group(row)});
    return cells;
  }

  /// The shapes, the frame that called, or the path of the module.
  [[nodiscard]] std::string group(const OpRow& row) const {
    std::string text;
    for (const std::string& line : result_.groups.lines(trace_, row.group)) {
      if (result_.groups.by == OpGroupBy::Stack) return printable(line, kGroupWidth);
      text += (text.empty() ? "" : " / ") + line;
    }
    return printable(text, kGroupWidth);
  }

  const Snapshot& trace_;
  const OpTable& result_;
  TextTable table_;
};

}  // namespace

Json to_json(const ReportInput& input, const OpTable& result) {
  Json rows = Json::array();
  for (const OpRow& row : result.rows) rows.push_back(row_json(input.trace, result, row));
  Json out = {{"group_by", op_group_by_name(result.groups.by)}};
  const std::string lacks = why(result);
  if (!lacks.empty()) out["why"] = lacks;
  out["rows"] = std::move(rows);
  return out;
}

std::string to_text(const ReportInput& input, const OpTable& result) {
  if (result.rows.empty()) return "n/a: the trace has no operators\n";
  return OpText(input.trace, result).text();
}

}  // namespace lanescope
