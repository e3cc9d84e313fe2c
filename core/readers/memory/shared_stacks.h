// Call stacks shared by many events of a converted trace: each frame's strings are stored once, and
// an event holds the number of its stack.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/readers/json/event_texts.h"

namespace lanescope {

/// The argument that holds a stack's number in the text, and the stack itself when displayed.
inline constexpr std::string_view kCallStackKey = "Call stack";

/// Filled by one thread; then read by any thread. Memory: linear in what was added.
class SharedStacks {
 public:
  enum class Words : std::uint32_t {};
  enum class Frame : std::uint32_t {};

  /// Strings over 4 KiB are truncated; no real path or name is that long.
  Words add_words(std::string_view text);
  Frame add_frame(Words file, std::int64_t line, Words function);
  /// Innermost frame first; `left_out` further frames are only counted. Returns the stack's number.
  std::uint32_t add_stack(std::span<const Frame> frames, std::size_t left_out);

  /// "file(line): function;…", as torch.profiler writes stacks; empty if the number is unknown.
  [[nodiscard]] std::string text(std::uint64_t number) const;

 private:
  struct FrameRow {
    Words file, function;
    std::int64_t line;
  };
  [[nodiscard]] std::string_view words(Words number) const;

  std::string text_;
  std::vector<std::size_t> words_end_;  // in text_
  std::vector<FrameRow> frames_;
  std::vector<Frame> stack_frames_;  // of all stacks, one after the other
  struct StackRow {
    std::size_t end, left_out;  // of the stack in stack_frames_; frames not stored
  };
  std::vector<StackRow> stacks_;
};

/// The events of `texts`, with stacks instead of their numbers.
std::shared_ptr<const EventTexts> with_stacks(std::shared_ptr<const EventTexts> texts,
                                              std::shared_ptr<const SharedStacks> stacks);

}  // namespace lanescope
