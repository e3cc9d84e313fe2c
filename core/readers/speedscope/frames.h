// The frames of a speedscope file, as functions and lines.
//
// The format has one line for a frame and does not say which: files of this program have the line
// at which the function begins, those of py-spy the one that was executing, with a frame of its own
// for each line of a function. Those are one function at several lines; so are, where it names
// functions without their class, two methods of one name in a file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/readers/profiles/profile_text.h"

namespace lanescope {

class SpeedscopeFrames {
 public:
  struct Frame {
    std::string_view name, file;  // must live until finish()
    std::int64_t line = 0;        // 0: unknown
  };

  /// `exporter` as the file names it: "py-spy@0.4.3".
  explicit SpeedscopeFrames(std::string_view exporter);

  /// In the order of the file. False if the text is full.
  bool add(const Frame& frame, const ProfileText& text);
  /// All were added: names them in the text, as many as fit. Once. Cost: O(n log n).
  void finish(ProfileText& text);

  [[nodiscard]] std::size_t size() const { return frames_.size(); }
  /// What a frame is as a function, or, of files of this program, as a line.
  [[nodiscard]] ProfileText::Frame at(std::size_t number) const { return shown_[number]; }
  /// The executing line of a frame, where the file tells.
  [[nodiscard]] std::optional<ProfileText::Frame> line_at(std::size_t number) const {
    return lines_[number];
  }

 private:
  /// By file and name.
  using FirstLines = std::map<std::pair<std::string_view, std::string_view>, std::int64_t>;
  [[nodiscard]] FirstLines first_lines() const;

  bool has_executing_lines_, has_own_lines_;
  std::vector<Frame> frames_;
  std::vector<ProfileText::Frame> shown_;
  std::vector<std::optional<ProfileText::Frame>> lines_;
};

}  // namespace lanescope
