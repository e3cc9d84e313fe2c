// What the Python part has reported about recording options in this process, possibly before the
// agent has connected to the viewer.
#pragma once

namespace lanescope::agent {

/// `option` is "shapes" or "memory"; `state` is "on" or the reason why nothing is recorded. Stored,
/// and sent as soon as there is a viewer. Any thread; once per option.
void tell_option(const char* option, const char* state);

/// Sends the reported options to the viewer.
void send_reported_options();

}  // namespace lanescope::agent
