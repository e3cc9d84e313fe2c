// Events of torch_npu's traces: those of the runtime (CANN) and of the device have no category.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/readers/json/field_reader.h"

namespace lanescope {

/// The token of what the event is instead of a category: the type of a task of the device, or that
/// it is a call of the runtime. Empty for events of others.
std::string_view ascend_category(const EventFields& event);

/// The token of the number that a task and the call that launched it have in common; empty if the
/// event is neither.
std::string_view ascend_launch(const EventFields& event);

/// The device of a task, which its process id holds.
std::optional<std::int64_t> ascend_device(const EventFields& event);

}  // namespace lanescope
