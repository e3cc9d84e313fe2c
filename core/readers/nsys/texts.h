// Details of rows that are not in columns, as objects of the Trace Event Format with
// torch.profiler's keys.
#pragma once

#include <memory>
#include <string>

#include "core/readers/json/event_texts.h"
#include "core/readers/nsys/processes.h"
#include "core/readers/nsys/strings.h"

namespace lanescope {

/// `source` is the database at `path`, with random access.
std::shared_ptr<const EventTexts> nsys_event_texts(std::shared_ptr<ByteSource> source,
                                                   std::string path,
                                                   std::shared_ptr<const NsysStrings> strings,
                                                   NsysProcesses::Gpus gpus);

}  // namespace lanescope
