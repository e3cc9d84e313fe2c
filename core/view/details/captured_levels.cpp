#include "core/view/details/captured_levels.h"

#include <utility>

#include "core/analysis/ops/ops.h"

namespace lanescope {

void add_captured_levels(const CapturedLaunch& captured, DetailsModel& model) {
  const auto given = [](const JsonValue& value) {
    return value.is_null() ? std::nullopt : std::optional(value);
  };
  for (const CapturedOp& op : captured.ops) {
    if (is_annotation_name(op.name)) continue;
    DetailsOp one;
    one.name = op.name;
    one.input_shapes = given(op.dims);
    one.input_types = given(op.types);
    model.ops.push_back(std::move(one));
  }
  for (const std::string& module : captured.modules)
    model.modules.push_back({EventId::None, std::string(module_name(module))});
  for (const std::string& frame : captured.frames)
    model.python.push_back(parse_python_frame(frame));
}

}  // namespace lanescope
