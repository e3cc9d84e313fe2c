// Writing a trace whose file may have changed or gone since it was opened.
#pragma once

#include <functional>
#include <optional>

#include "core/base/result.h"
#include "core/export/trace_writer.h"
#include "core/view/details/model.h"

namespace lanescope {

/// Calls `write` with a reader of the events' arguments, and with `options` that stop once one can
/// no longer be read. Errors: those of `write`; Unreadable in that case. Worker.
std::optional<Error> write_with_texts(
    const EventJson& texts, TraceWriteOptions options,
    const std::function<std::optional<Error>(const ReadEvent&, const TraceWriteOptions&)>& write);

}  // namespace lanescope
