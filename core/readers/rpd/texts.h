// Details of rows of an RPD file, with torch.profiler's keys.
#pragma once

#include <memory>
#include <string>

#include "core/readers/json/event_texts.h"
#include "core/readers/rpd/launches.h"

namespace lanescope {

/// `source` is the database at `path`.
std::shared_ptr<const EventTexts> rpd_event_texts(std::shared_ptr<ByteSource> source,
                                                  std::string path,
                                                  std::shared_ptr<const RpdLaunches> launches);

}  // namespace lanescope
