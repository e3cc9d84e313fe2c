// What CUPTI delivered, as raw rows.
#pragma once

#include <vector>

#include "core/readers/capture/channel.h"
#include "core/readers/capture/process.h"
#include "core/readers/capture/sink.h"
#include "core/readers/capture/texts.h"

namespace lanescope {

/// False for records that are none of CUPTI's.
bool decode_gpu_record(CaptureProcess& process, ChannelDecoder& channel,
                       const CaptureRecord& record, CaptureSink& sink,
                       std::vector<CaptureDevice>& devices);

/// About the capture itself: losses, clocks, conflicts. False for other records.
bool decode_capture_record(CaptureProcess& process, ChannelDecoder& channel,
                           const CaptureRecord& record, CaptureSink& sink);

/// Another profiler had the records of the GPU, and has them no more, or the process is over. Does
/// nothing where none had.
void end_taken(CaptureProcess& process, Ns time_ns, CaptureSink& sink);

}  // namespace lanescope
