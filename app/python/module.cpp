// The module lanescope._native: what the package in Python stands on. Everything here works on any
// thread and lets other threads of Python run meanwhile.
#include <algorithm>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "app/python/calls.h"
#include "app/python/documents.h"
#include "app/python/fault.h"
#include "app/python/file_name.h"
#include "app/python/forks.h"
#include "app/python/interruptible.h"
#include "app/python/module_parts.h"
#include "app/python/run_files.h"
#include "app/python/tables.h"
#include "core/base/version.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lanescope {
namespace {

using WithoutGil = nb::call_guard<CallWithoutGil>;

/// A table as Python holds it.
struct NativeTable {
  std::shared_ptr<const ArrowTable> table;
};

/// Ctrl-C is noticed between looks at the work; Python then raises what its handler raises.
bool is_not_interrupted() {
  if (is_python_ending()) return false;
  const nb::gil_scoped_acquire gil;
  return PyErr_CheckSignals() == 0;
}

/// The answer of work that may take long and gets a stop token; it owns what it uses, since Ctrl-C
/// ends the call at once and the work a little later.
template <typename Work>
auto interruptible(const std::string& path, Work work) {
  std::optional<std::invoke_result_t<const Work&, std::stop_token>> answer;
  {
    const CallWithoutGil no_gil;
    answer = run_interruptibly(path, is_not_interrupted, std::move(work));
  }
  if (!answer) raise_interruption();
  return *std::move(answer);
}

/// `show` is None, or called as LoadWatch::show.
LoadWatch watch_of(bool progress, const nb::object& show) {
  LoadWatch watch{is_not_interrupted, progress};
  if (show.is_none()) return watch;
  watch.show = [show](const std::string& path, std::optional<double> share,
                      const std::string& what) {
    if (is_python_ending()) return;
    const nb::gil_scoped_acquire gil;
    show(FileName{path}, share, what);
  };
  return watch;
}

std::shared_ptr<LoadedRun> open_run(const FileName& path, const FileName& execution_trace,
                                    const FileName& capture_trace, bool progress,
                                    const nb::object& show, const std::string& steps) {
  const LoadWatch watch = watch_of(progress, show);
  std::shared_ptr<LoadedRun> run;
  {
    const CallWithoutGil no_gil;
    run = LoadedRun::open(path.bytes,
                          {.execution_trace = execution_trace.bytes,
                           .capture_trace = capture_trace.bytes,
                           .steps = steps},
                          watch);
  }
  if (!run) raise_interruption();
  return run;
}

RunReport report_of(const std::vector<FileName>& paths, const std::vector<std::string>& names,
                    const ResultQuery& query, bool progress, const nb::object& show) {
  const LoadWatch watch = watch_of(progress, show);
  std::optional<RunReport> report;
  {
    const CallWithoutGil no_gil;
    report = report_run(bytes_of(paths), names, query, watch);
  }
  if (!report) raise_interruption();
  return *std::move(report);
}

std::vector<std::string> column_names(const NativeTable& table) {
  std::vector<std::string> names;
  for (const ArrowField& field : table.table->fields) names.push_back(field.name);
  return names;
}

NativeTable selected(const NativeTable& table, const std::vector<std::string>& names) {
  const std::vector<std::string> known = column_names(table);
  std::vector<std::size_t> fields;
  for (const std::string& name : names) {
    const auto at = std::ranges::find(known, name);
    if (at == known.end()) fail(name, "is not a column; see Table.columns");
    fields.push_back(static_cast<std::size_t>(at - known.begin()));
  }
  return {with_fields(table.table, std::move(fields))};
}

/// Of each column that has texts: its name, and the texts by number.
std::vector<std::pair<std::string, NativeTable>> dictionaries_of(const NativeTable& table) {
  std::vector<std::pair<std::string, NativeTable>> texts;
  const std::vector<ArrowField>& fields = table.table->fields;
  for (std::size_t field = 0; field < fields.size(); ++field) {
    if (fields[field].dictionary != nullptr)
      texts.emplace_back(fields[field].name, NativeTable{dictionary_table(table.table, field)});
  }
  return texts;
}

/// A capsule, which Python releases if nobody has taken what is inside.
template <typename Struct>
nb::object capsule_of(Struct* exported, const char* name) {
  const auto release = [](PyObject* capsule) {
    auto* held = static_cast<Struct*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
    if (held->release != nullptr) held->release(held);
    delete held;
  };
  return nb::steal(PyCapsule_New(exported, name, release));
}

nb::object schema_capsule(const NativeTable& table) {
  auto schema = std::make_unique<ArrowSchema>();
  export_schema(*table.table, *schema);
  return capsule_of(schema.release(), "arrow_schema");
}

nb::object stream_capsule(const NativeTable& table) {
  auto stream = std::make_unique<ArrowArrayStream>();
  export_stream(table.table, *stream);
  return capsule_of(stream.release(), "arrow_array_stream");
}

DocumentForm form_of(bool json) {
  return json ? DocumentForm::ForProgram : DocumentForm::ForPeople;
}

void add_table(nb::module_& module) {
  nb::class_<NativeTable>(module, "Table", "Columns for Arrow; see lanescope.Table.")
      .def_prop_ro("columns", &column_names)
      .def_prop_ro("rows", [](const NativeTable& table) { return table.table->rows(); })
      .def("select", &selected, "columns"_a)
      .def("numbers",
           [](const NativeTable& table) { return NativeTable{with_numbers(table.table)}; })
      .def("dictionaries", &dictionaries_of)
      .def("arrow_schema", &schema_capsule)
      .def("arrow_stream", &stream_capsule);
}

void add_run(nb::module_& module) {
  nb::class_<LoadedRun>(module, "Run", "A loaded trace; see lanescope.Trace.")
      .def_prop_ro("path", [](const LoadedRun& run) { return FileName{run.path()}; })
      .def_prop_ro("base_ns", [](const LoadedRun& run) { return run.trace()->info.base_ns; })
      .def(
          "info",
          [](const LoadedRun& run, bool json) {
            const LoadedRun::Use use(run);
            return info_document(run, form_of(json));
          },
          "json"_a = true, WithoutGil())
      .def(
          "event",
          [](const LoadedRun& run, std::int64_t id, bool json) {
            const LoadedRun::Use use(run);
            return event_document(run, id, form_of(json));
          },
          "id"_a, "json"_a = true, WithoutGil())
      .def(
          "search",
          [](const LoadedRun& run, const std::string& expression, std::optional<std::int64_t> limit,
             std::int64_t offset) {
            return interruptible(run.path(),
                                 [=, held = run.shared_from_this()](const std::stop_token& stop) {
                                   const LoadedRun::Use use(*held);
                                   return search_document(*held, expression, limit, offset, stop);
                                 });
          },
          "expression"_a, "limit"_a.none() = nb::none(), "offset"_a = 0)
      .def(
          "report",
          [](const LoadedRun& run, const std::vector<std::string>& names, const ResultQuery& query,
             bool json) {
            return interruptible(run.path(),
                                 [=, held = run.shared_from_this()](const std::stop_token& stop) {
                                   const LoadedRun::Use use(*held);
                                   return report_document(*held, names, query, form_of(json), stop);
                                 });
          },
          "names"_a, "query"_a, "json"_a = true)
      .def(
          "report_head",
          [](const LoadedRun& run, const ResultQuery& query) {
            const LoadedRun::Use use(run);
            return report_head(run, query);
          },
          "query"_a, WithoutGil())
      .def(
          "table",
          [](const LoadedRun& run, const std::string& name, const ResultQuery& query) {
            return interruptible(run.path(),
                                 [=, held = run.shared_from_this()](const std::stop_token&) {
                                   const LoadedRun::Use use(*held);
                                   return NativeTable{table_of(*held, name, query)};
                                 });
          },
          "name"_a, "query"_a);
}

void add_ranks(nb::module_& module) {
  nb::class_<RunTraces>(module, "RunTraces", "The traces of a run; see lanescope.Ranks.")
      .def_prop_ro("paths", [](const RunTraces& run) { return file_names(run.paths); })
      .def_ro("left_out", &RunTraces::left_out);
  nb::class_<RunReport>(module, "RunReport", "What is reported about a run.")
      .def_ro("json", &RunReport::json)
      .def_ro("text", &RunReport::text)
      .def_ro("left_out", &RunReport::left_out);
  module.def(
      "list_run", [](const std::vector<FileName>& paths) { return list_run(bytes_of(paths)); },
      "paths"_a, WithoutGil());
  module.def("report_run", &report_of, "paths"_a, "names"_a, "query"_a, "progress"_a,
             "show"_a.none());
}

}  // namespace
}  // namespace lanescope

NB_MODULE(_native, module) {
  using namespace lanescope;
  module.doc() = "The core of Lanescope, on which the package lanescope stands.";
  module.attr("version") = std::string(kVersion);
  nb::exception<Fault>(module, "Error").doc() =
      "A file or an argument cannot be used. The message is one line, as on the command line:\n"
      "what it is about, what is wrong, and what to do.";
  add_table(module);
  add_query(module);
  add_run(module);
  add_ranks(module);
  add_rank_files(module);
  module.def("open", &open_run, "path"_a, "execution_trace"_a, "capture_trace"_a, "progress"_a,
             "show"_a.none(), "steps"_a = "");
  module.def(
      "compare",
      [](const LoadedRun& a, const LoadedRun& b, const std::string& by,
         const std::string& annotation, std::optional<std::int64_t> step, bool by_start,
         const std::vector<std::string>& gates, bool json) {
        const ComparisonQuery query{by, annotation, step, by_start, gates};
        return interruptible(a.path(), [=, held_a = a.shared_from_this(),
                                        held_b = b.shared_from_this()](const std::stop_token&) {
          const LoadedRun::Use use_a(*held_a), use_b(*held_b);
          return comparison_document(*held_a, *held_b, query, form_of(json));
        });
      },
      "a"_a, "b"_a, "by"_a, "annotation"_a, "step"_a.none(), "by_start"_a, "gates"_a,
      "json"_a = true);
  module.def("analysis_names", &analysis_names);
  module.def("table_names", &table_names);
  nb::set_leak_warnings(false);  // daemon threads hold things when Python ends, which is no leak
  begin_calls();
  follow_forks();
  nb::module_::import_("atexit").attr("register")(nb::cpp_function([] {
    const nb::gil_scoped_release no_gil;
    end_calls();
    wait_for_what_was_left();
  }));
}
