#include "core/readers/speedscope/frames.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/readers/profiles/frame_name.h"

namespace lanescope {
namespace {

/// "train.py:7", as lanes name a line.
bool is_line_name(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == name.size()) return false;
  const std::string_view file = name.substr(0, colon), digits = name.substr(colon + 1);
  return is_python_file(file) &&
         std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

SpeedscopeFrames::SpeedscopeFrames(std::string_view exporter)
    : has_executing_lines_(exporter.starts_with("py-spy")),
      has_own_lines_(exporter.starts_with("lanescope")) {}

bool SpeedscopeFrames::add(const Frame& frame, const ProfileText& text) {
  if (text.full()) return false;
  frames_.push_back(frame);
  return true;
}

/// Of each function, where the lines are those that were executing: the first that was seen, which
/// stands for where it begins.
SpeedscopeFrames::FirstLines SpeedscopeFrames::first_lines() const {
  FirstLines first;
  for (const Frame& frame : frames_) {
    if (frame.line <= 0) continue;
    const auto [at, fresh] = first.try_emplace({frame.file, frame.name}, frame.line);
    if (!fresh) at->second = std::min(at->second, frame.line);
  }
  return first;
}

void SpeedscopeFrames::finish(ProfileText& text) {
  LANESCOPE_CHECK(shown_.empty(), "{} frames were named before", shown_.size());
  const FirstLines first = has_executing_lines_ ? first_lines() : FirstLines();
  for (const Frame& frame : frames_) {
    if (text.full()) break;
    const bool is_line = has_own_lines_ && frame.file.empty() && is_line_name(frame.name);
    const auto at = first.find({frame.file, frame.name});
    const std::int64_t begin = at == first.end() ? frame.line : at->second;
    shown_.push_back(is_line ? text.line(frame.name)
                             : text.frame(frame_name(frame.name, frame.file, begin)));
    const bool executes = at != first.end() && frame.line > 0 && is_python_file(frame.file);
    lines_.push_back(executes
                         ? std::optional(text.line(fmt::format("{}:{}", frame.file, frame.line)))
                         : std::nullopt);
  }
  frames_.resize(shown_.size());
}

}  // namespace lanescope
