// Details of rocprofv3's records, read from the file on demand.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/readers/json/event_texts.h"
#include "core/readers/rocprofv3/definitions.h"

namespace lanescope {

/// The definitions of a process, and where its records begin.
struct Rocprofv3Part {
  std::uint64_t begin = 0;
  std::shared_ptr<const Rocprofv3Definitions> definitions;
};

/// `parts` in the order of the file.
std::shared_ptr<const EventTexts> rocprofv3_event_texts(std::shared_ptr<ByteSource> source,
                                                        std::vector<Rocprofv3Part> parts);

}  // namespace lanescope
