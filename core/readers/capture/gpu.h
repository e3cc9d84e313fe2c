// Converts CUPTI records to raw rows.
#pragma once

#include <vector>

#include "core/readers/capture/channel.h"
#include "core/readers/capture/process.h"
#include "core/readers/capture/texts.h"
#include "core/readers/rows/row_sink.h"

namespace lanescope {

/// Decodes records that CUPTI delivered and those about the capture itself: losses, clocks,
/// conflicts. False for other records.
bool decode_gpu_record(CaptureProcess& process, ChannelDecoder& channel,
                       const CaptureRecord& record, RowSink& sink,
                       std::vector<CaptureDevice>& devices);

/// Another profiler was receiving the GPU records, and no longer does, or the process is over. Does
/// nothing if none was.
void end_taken(CaptureProcess& process, Ns time_ns, RowSink& sink);

}  // namespace lanescope
