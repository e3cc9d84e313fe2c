#include "core/readers/json/ascend_events.h"

#include <algorithm>
#include <array>

#include "core/base/check.h"
#include "core/base/text/json_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kCalls = "\"CANN\"";
constexpr std::string_view kLaunch = "Node@launch";

/// Layers of the runtime, before the name of the call.
constexpr std::array<std::string_view, 5> kLayers = {"AscendCL@", "Model@", "Node@", "Runtime@",
                                                     "HCCL@"};

bool is_call(std::string_view name) {
  return std::ranges::any_of(kLayers,
                             [name](std::string_view layer) { return name.starts_with(layer); });
}

}  // namespace

std::string_view ascend_category(const EventFields& event) {
  if (!event.task_type.empty()) return event.task_type;
  return is_call(strip_quotes(event.name)) ? kCalls : std::string_view();
}

/// Calls of several layers have the number of a launch; the one of the node layer submits it.
std::string_view ascend_launch(const EventFields& event) {
  const bool is_end = !event.task_type.empty() || strip_quotes(event.name) == kLaunch;
  return is_end ? event.connection_id : std::string_view();
}

/// The id is made of the process, five bits for the layer and five for the device.
std::optional<std::int64_t> ascend_device(const EventFields& event) {
  if (event.task_type.empty()) return std::nullopt;
  const auto process = token_int(event.process);
  if (!process || *process < 1 << 10) return std::nullopt;
  const std::int64_t device = *process & 31;
  LANESCOPE_CHECK(device >= 0 && device < 32, "one of 32 devices, not {}", device);
  return device;
}

}  // namespace lanescope
