#include "core/view/text/window_words.h"

#include <cstddef>

namespace lanescope {
namespace {

struct Words {
  std::string_view title, phrase, word, meaning;
};

/// In the order of WindowKind.
constexpr std::array kWords{
    Words{"Whole trace", "the whole trace", "Whole",
          "Everything; GPU time runs from its first event to its last"},
    Words{"Steady-state steps", "the steps", "Steady",
          "From the first steady-state step to the end of the last step"},
    Words{"HTA window", "the HTA window", "HTA",
          "As in HolisticTraceAnalysis: starts before the last step; GPU work without a launch is "
          "excluded"},
    Words{"TensorBoard window", "the TensorBoard window", "TB",
          "The steps as TensorBoard's profiler plugin delimits them"},
    Words{"Selected range", "the range", "Range", "Esc clears it"}};

const Words& words_of(WindowKind kind) {
  return kWords[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string_view window_title(WindowKind kind) {
  return words_of(kind).title;
}

std::string_view window_phrase(WindowKind kind) {
  return words_of(kind).phrase;
}

std::string_view window_word(WindowKind kind) {
  return words_of(kind).word;
}

std::string_view window_meaning(WindowKind kind) {
  return words_of(kind).meaning;
}

}  // namespace lanescope
