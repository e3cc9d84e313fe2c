// Shrinks a failing input while it still fails in the same way.
#pragma once

#include <functional>
#include <string>

namespace lanescope {

/// Removes what is not needed: files of a parcel, chunks of a recording, members and elements of
/// JSON at all depths, in runs of halves, quarters and so on, and finally bytes. Cost: a call of
/// `fails` for each attempt, thousands for a large input; `enough` stops it early.
std::string shrink(std::string input, const std::function<bool(const std::string&)>& fails,
                   const std::function<bool()>& enough);

}  // namespace lanescope
