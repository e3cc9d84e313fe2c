// Details of a profile's events that are not in columns, read from the file on demand.
#pragma once

#include <memory>

#include "core/base/bytes/byte_source.h"
#include "core/readers/json/event_texts.h"
#include "core/readers/xplane/index.h"

namespace lanescope {

/// `source` is the decoded file. Any thread.
std::shared_ptr<const EventTexts> xplane_event_texts(std::shared_ptr<ByteSource> source,
                                                     std::shared_ptr<const XPlaneIndex> index);

}  // namespace lanescope
