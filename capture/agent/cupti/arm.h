// Setting CUPTI up and taking it down.
#pragma once

#include "capture/agent/agent.h"
#include "capture/agent/cupti/callbacks.h"
#include "capture/agent/cupti/dyncupti.h"
#include "capture/agent/cupti/sizes.h"

namespace lanescope::agent {

class MessageText;

/// The state of CUPTI in this process.
struct Cupti {
  DynCupti library;
  SizeTable sizes;
  ApiNames apis;
  Correlation correlation;
  CallbackSetup callbacks;
  cupti::Subscriber subscriber = nullptr;
};

/// Loads CUPTI, subscribes, enables callbacks and activity records, and sends Caps; sends a Problem
/// on failure.
bool arm_cupti(Cupti& cupti, const Options& options, cupti::BufferRequested requested,
               cupti::BufferCompleted completed);

/// Registers the buffer callbacks and enables the activity kinds of the options' level; also used
/// to take the records back from another profiler. Adds a "kinds" line with the result to `caps` if
/// given.
bool enable_records(Cupti& cupti, const Options& options, cupti::BufferRequested requested,
                    cupti::BufferCompleted completed, MessageText* caps);

/// Disables callbacks and records, as far as quirks.h allows. The program's threads may launch
/// meanwhile; no other thread may enable or disable.
void disarm_cupti(Cupti& cupti, const Options& options);

}  // namespace lanescope::agent
