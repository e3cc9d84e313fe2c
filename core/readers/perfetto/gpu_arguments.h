// The arguments of a GpuRenderStageEvent.
#pragma once

#include <string_view>

#include "core/readers/perfetto/annotations.h"

namespace lanescope::perfetto {

void add_render_stage(std::string_view message, const Meaning& meaning, JsonObject& arguments);

}  // namespace lanescope::perfetto
