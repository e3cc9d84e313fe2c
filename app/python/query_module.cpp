#include "app/python/query_module.h"

#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "app/python/file_name.h"
#include "app/python/result_query.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace lanescope {

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

}  // namespace lanescope
