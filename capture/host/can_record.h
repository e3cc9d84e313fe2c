// Whether this system can record at all.
#pragma once

namespace lanescope {

/// If not, whatever this folder declares fails, and nothing should offer it. Any thread.
bool can_record();

}  // namespace lanescope
