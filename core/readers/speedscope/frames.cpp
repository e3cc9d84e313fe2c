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

void SpeedscopeFrames::finish(ProfileText& text) {
  // Where a function begins is unknown: its first line that was seen stands for it.
  std::map<std::pair<std::string_view, std::string_view>, std::int64_t> first_lines;
  for (const Frame& frame : frames_) {
    const auto [at, fresh] = first_lines.try_emplace({frame.file, frame.name}, frame.line);
    if (!fresh) at->second = std::min(at->second, frame.line);
  }
  for (const Frame& frame : frames_) {
    const bool is_line = has_own_lines_ && frame.file.empty() && is_line_name(frame.name);
    const std::int64_t begin =
        has_executing_lines_ ? first_lines.at({frame.file, frame.name}) : frame.line;
    shown_.push_back(is_line ? text.line(frame.name)
                             : text.frame(frame_name(frame.name, frame.file, begin)));
    const bool executes = has_executing_lines_ && frame.line > 0 && is_python_file(frame.file);
    lines_.push_back(executes
                         ? std::optional(text.line(fmt::format("{}:{}", frame.file, frame.line)))
                         : std::nullopt);
  }
  LANESCOPE_CHECK(shown_.size() == frames_.size(), "{} names of {} frames", shown_.size(),
                  frames_.size());
}

}  // namespace lanescope
