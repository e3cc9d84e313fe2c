// Call stacks that many events of a made-up trace share: each frame's words are kept once, an event
// holds the number of its stack.
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

/// The argument of an event that holds a stack's number in the text, and its words for who asks.
inline constexpr std::string_view kCallStackKey = "Call stack";

/// Filled by one thread; afterwards any thread may ask. Memory: linear in what was added.
class SharedStacks {
 public:
  enum class Words : std::uint32_t {};
  enum class Frame : std::uint32_t {};

  /// Words longer than 4 KiB, which no path or name is, are cut.
  Words add_words(std::string_view text);
  Frame add_frame(Words file, std::int64_t line, Words function);
  /// Innermost frame first; `left_out` frames more are only counted. The number of the stack.
  std::uint32_t add_stack(std::span<const Frame> frames, std::size_t left_out);

  /// "file(line): function;…" as torch.profiler writes stacks; empty for an unknown number.
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
  std::vector<Frame> stack_frames_;  // of all stacks
  struct StackRow {
    std::size_t end, left_out;  // in stack_frames_
  };
  std::vector<StackRow> stacks_;
};

/// Events as `texts` has them, with the words of their stacks instead of the numbers.
std::shared_ptr<const EventTexts> with_stacks(std::shared_ptr<const EventTexts> texts,
                                              std::shared_ptr<const SharedStacks> stacks);

}  // namespace lanescope
