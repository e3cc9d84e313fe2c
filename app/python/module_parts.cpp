#include "app/python/module_parts.h"

#include <new>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "app/cli/traces/rank_traces.h"
#include "app/python/calls.h"
#include "app/python/file_name.h"
#include "app/python/rank_files.h"
#include "app/python/result_query.h"
#include "core/ranks/rank_identity.h"
#include "core/readers/trace_folder.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lanescope {
namespace {

using WithoutGil = nb::call_guard<CallWithoutGil>;

/// The names of files, and a line about each.
std::vector<std::pair<FileName, std::string>> file_reasons(
    const std::vector<std::pair<std::string, std::string>>& files) {
  std::vector<std::pair<FileName, std::string>> out;
  for (const auto& [path, why] : files) out.emplace_back(FileName{path}, why);
  return out;
}

void add_names(nb::module_& module) {
  module.def(
      "traces_among",
      [](const std::vector<FileName>& names) { return file_names(traces_among(bytes_of(names))); },
      "names"_a);
  module.def(
      "summary_stem",
      [](const FileName& trace, const FileName& prefix) {
        return FileName{summary_stem(trace.bytes, prefix.bytes)};
      },
      "trace"_a, "prefix"_a);
  module.def(
      "name_without_numbers",
      [](const FileName& path) { return FileName{name_without_numbers(path.bytes)}; }, "path"_a);
  module.def(
      "rank_by_name", [](const FileName& path) { return rank_by_name(path.bytes); }, "path"_a);
}

}  // namespace

void add_query(nb::module_& module) {
  nb::class_<ResultQuery>(module, "Query", "What is asked of analyses; see lanescope.Trace.report.")
      .def(
          "__init__",
          [](ResultQuery* made, const std::optional<std::string>& window,
             std::optional<std::int64_t> device, const std::string& group_by,
             const std::vector<std::string>& thresholds, const FileName& peaks_file,
             const std::string& peaks_json) {
            new (made) ResultQuery{window, device, group_by,
                                   thresholds_of(thresholds, peaks_file.bytes, peaks_json)};
          },
          "window"_a.none() = nb::none(), "device"_a.none() = nb::none(), "group_by"_a = "name",
          "thresholds"_a = std::vector<std::string>(), "peaks_file"_a = "", "peaks_json"_a = "")
      .def_ro("window", &ResultQuery::window);
}

void add_rank_files(nb::module_& module) {
  nb::class_<RankFiles>(module, "RankFiles", "The traces of a run's ranks.")
      .def_prop_ro("traces",
                   [](const RankFiles& files) {
                     std::vector<std::pair<FileName, FileName>> out;
                     for (const auto& [path, stem] : files.traces) out.push_back({{path}, {stem}});
                     return out;
                   })
      .def_prop_ro("left_out", [](const RankFiles& files) { return file_reasons(files.left_out); })
      .def_prop_ro("lost", [](const RankFiles& files) { return file_reasons(files.lost); });
  module.def(
      "list_rank_files",
      [](const FileName& folder, const FileName& out, const std::vector<FileName>& known) {
        return list_rank_files(folder.bytes, out.bytes, bytes_of(known));
      },
      "folder"_a, "out"_a, "known"_a, WithoutGil());
  module.def(
      "why_no_rank",
      [](const FileName& path, bool alike) { return why_no_rank(path.bytes, alike); }, "path"_a,
      "alike"_a, WithoutGil());
  module.def(
      "write_rank_file",
      [](const FileName& trace, const FileName& output, const FileName& named) {
        return write_rank_file(trace.bytes, output.bytes, named.bytes);
      },
      "trace"_a, "output"_a, "named"_a, WithoutGil());
  module.def(
      "rank_file_document", [](const FileName& path) { return rank_file_document(path.bytes); },
      "path"_a, WithoutGil());
  add_names(module);
}

}  // namespace lanescope
