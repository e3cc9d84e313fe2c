// Details of rows of a rocpd file, with torch.profiler's keys.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/readers/json/event_texts.h"
#include "core/readers/rocpd/definitions.h"
#include "core/readers/rocpd/id_values.h"
#include "core/readers/rocpd/set.h"

namespace lanescope {

/// What is kept of a set for its details.
struct RocpdDetails {
  RocpdSet set;
  RocpdDefinitions definitions;
  IdValues first_arguments;  // by event: row id of the first one; the others follow
  IdValues first_frames;     // the same of schema 4's call stacks
  IdValues first_counters;   // the same of the values that were measured
};

/// `source` is the database at `path`; `sets` by their index.
std::shared_ptr<const EventTexts> rocpd_event_texts(
    std::shared_ptr<ByteSource> source, std::string path,
    std::vector<std::shared_ptr<const RocpdDetails>> sets);

}  // namespace lanescope
