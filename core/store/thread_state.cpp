#include "core/store/thread_state.h"

namespace lanescope {
namespace {

constexpr std::string_view kHoldsGil = " · GIL";

}  // namespace

std::string thread_state_text(const ThreadState& state) {
  std::string text(state.name);
  if (state.holds_gil) text += kHoldsGil;
  return text;
}

ThreadState parse_thread_state(std::string_view text) {
  const bool holds_gil = text.ends_with(kHoldsGil);
  if (holds_gil) text.remove_suffix(kHoldsGil.size());
  return {text, holds_gil};
}

}  // namespace lanescope
