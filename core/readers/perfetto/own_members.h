// What core/export/perfetto writes of a trace outside its events, as the arguments of an instant.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/readers/json/top_level.h"
#include "core/readers/perfetto/flows.h"
#include "core/readers/perfetto/track_event.h"
#include "core/readers/perfetto/tracks.h"
#include "core/store/snapshot.h"

namespace lanescope::perfetto {

class OwnMembers {
 public:
  /// The debug annotations of the instant. What is not as this program writes it is passed over.
  void take(std::span<const Annotation> annotations, Tracks& tracks, Flows& flows);
  /// Adds them to what is known of the trace, as those of a JSON file.
  void describe(TraceInfo& info) const;

 private:
  std::vector<RawMember> members_;
};

}  // namespace lanescope::perfetto
