#include "core/view/text/window_words.h"

namespace lanescope {

std::string_view window_title(WindowKind kind) {
  switch (kind) {
    case WindowKind::Whole:
      return "Whole trace";
    case WindowKind::Steps:
      return "Steady-state steps";
    case WindowKind::Hta:
      return "HTA window";
    case WindowKind::Tb:
      return "TensorBoard window";
    case WindowKind::Range:
      break;
  }
  return "Selected range";
}

std::string_view window_phrase(WindowKind kind) {
  switch (kind) {
    case WindowKind::Whole:
      return "the whole trace";
    case WindowKind::Steps:
      return "the steps";
    case WindowKind::Hta:
      return "the HTA window";
    case WindowKind::Tb:
      return "the TensorBoard window";
    case WindowKind::Range:
      break;
  }
  return "the range";
}

std::string_view window_word(WindowKind kind) {
  switch (kind) {
    case WindowKind::Whole:
      return "Whole";
    case WindowKind::Steps:
      return "Steps";
    case WindowKind::Hta:
      return "HTA";
    case WindowKind::Tb:
      return "TB";
    case WindowKind::Range:
      break;
  }
  return "Range";
}

std::string_view window_meaning(WindowKind kind) {
  switch (kind) {
    case WindowKind::Whole:
      return "Everything; GPU time runs from its first event to its last";
    case WindowKind::Steps:
      return "From the first steady-state step to the end of the last step";
    case WindowKind::Hta:
      return "As HolisticTraceAnalysis counts: begun before the last step, without orphans";
    case WindowKind::Tb:
      return "The steps as TensorBoard's profiler plugin delimits them";
    case WindowKind::Range:
      break;
  }
  return "The selected range; Esc clears it";
}

}  // namespace lanescope
