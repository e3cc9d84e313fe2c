// Setting CUPTI up and taking it down.
#pragma once

#include "capture/agent/agent.h"
#include "capture/agent/cupti/callbacks.h"
#include "capture/agent/cupti/dyncupti.h"
#include "capture/agent/cupti/sizes.h"

namespace lanescope::agent {

class MessageText;

/// All that is known of CUPTI in this process.
struct Cupti {
  DynCupti library;
  SizeTable sizes;
  ApiNames apis;
  Correlation correlation;
  CallbackSetup callbacks;
  cupti::Subscriber subscriber = nullptr;
};

/// Loads CUPTI, subscribes, enables callbacks and records, and sends Caps; on failure a Problem.
bool arm_cupti(Cupti& cupti, const Options& options, cupti::BufferRequested requested,
               cupti::BufferCompleted completed);

/// Registers for buffers and enables the kinds of the options' level, also a second time after
/// another profiler had them. With `caps`, the line "kinds" about what came of it.
bool enable_records(Cupti& cupti, const Options& options, cupti::BufferRequested requested,
                    cupti::BufferCompleted completed, MessageText* caps);

/// Has CUPTI call back and record no more, as far as quirks.h says that it may be had. The caller's
/// threads may launch meanwhile; nobody else enables or disables.
void disarm_cupti(Cupti& cupti, const Options& options);

}  // namespace lanescope::agent
