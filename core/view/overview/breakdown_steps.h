// The steps as columns: as high as they take long, filled with what their time goes into.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/analysis/steps/steps.h"
#include "core/store/snapshot.h"
#include "core/view/colors/role.h"

namespace lanescope {

/// How a class of the step table is called and coloured.
struct StepClassLook {
  std::string_view title;
  std::optional<ColorRole> role;  // nullopt: no role's colour
  std::uint8_t shade = 0;
};
StepClassLook look_of(StepClass step_class);

struct StepColumn {
  EventId event = EventId::None;  // of the step
  TimeRange range;
  std::string name;   // "ProfilerStep#7"
  std::string label;  // "7"; of no ProfilerStep its name
  bool warm_up = false, paused = false, outlier = false;
  std::optional<Ns> host_ns;  // of a step that ends with its GPU work, see host_length_ns
  std::size_t steps = 1;      // of how many it is the longest
  std::array<Ns, kStepClasses> classes_ns{};
};

struct StepColumns {
  std::vector<StepColumn> columns;    // by time
  std::optional<Ns> median_ns;        // of the steady steps, see StepTable::is_steady
  Ns top_ns = 1;                      // the height of the chart; longer steps are cut off
  std::array<Ns, kStepClasses> sums;  // of the steady steps, or of all if none is
};

/// At most `most` columns: of neighbours that share one the longest is shown. The chart is high
/// enough for all steps but those several times the median.
StepColumns step_columns(const Snapshot& snapshot, const StepTable& steps, std::size_t most);

/// What is told about a column: labels and values, the classes in their order.
std::vector<std::pair<std::string, std::string>> step_facts(const StepColumn& column,
                                                            std::optional<Ns> median_ns);

}  // namespace lanescope
