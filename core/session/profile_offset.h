// Where a profile lies beside a trace, as the user writes and reads it.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/base/time.h"

namespace lanescope {

/// "1.5", "1.5s", "-200ms" or "0", as ns: seconds without a unit, or with ns, us, ms, s, min or h;
/// at most 366 days. The message of an error does not name the text.
Result<Ns> parse_profile_offset(const std::string& text);
/// What parse_profile_offset() reads as this: "1.5s", "-200ms", "0".
std::string profile_offset_text(Ns offset_ns);
/// "at its start", "1.500 s after its start", "200.0 ms before its start".
std::string profile_place_text(Ns offset_ns);

}  // namespace lanescope
