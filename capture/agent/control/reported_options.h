// What the Python part has found out about options of the recording in this process. It knows
// before the agent has met the viewer.
#pragma once

namespace lanescope::agent {

/// `option` is "shapes" or "memory", `state` "on" or why it records nothing here. Kept, and told as
/// soon as there is a viewer. Any thread; each option once.
void tell_option(const char* option, const char* state);

/// Tells the viewer what there is.
void send_reported_options();

}  // namespace lanescope::agent
