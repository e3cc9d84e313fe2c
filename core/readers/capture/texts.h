// Details of a capture's records that are not in columns, as objects of the Trace Event Format with
// torch.profiler's keys.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "capture/wire/records.h"
#include "core/base/bytes/byte_source.h"
#include "core/readers/capture/index.h"
#include "core/readers/json/event_texts.h"
#include "core/store/snapshot.h"

namespace lanescope {

struct CaptureDevice {
  wire::DeviceRecord record{};
  std::string name;
};

/// Null if the device is unknown.
const CaptureDevice* find_device(const std::vector<CaptureDevice>& devices, std::uint32_t id);

/// Sorted by device number.
std::vector<DeviceInfo> device_facts(const std::vector<CaptureDevice>& devices);

/// `source` is the capture file, which may have grown since. Any thread.
std::shared_ptr<const EventTexts> capture_event_texts(std::shared_ptr<ByteSource> source,
                                                      std::shared_ptr<const CaptureIndex> index,
                                                      std::vector<CaptureDevice> devices);

}  // namespace lanescope
