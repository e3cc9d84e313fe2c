#include "core/store/thread_state.h"

namespace lanescope {
namespace {

constexpr std::string_view kHoldsGil = " · GIL";
/// Of a thread that waits for something else: "waiting for a CPU · GIL" would read as for both.
/// Files written by earlier versions have that.
constexpr std::string_view kWaitsWithGil = " (holds the GIL)";

}  // namespace

std::string thread_state_text(const ThreadState& state) {
  std::string text(state.name);
  if (state.holds_gil) text += state.runs() ? kHoldsGil : kWaitsWithGil;
  return text;
}

ThreadState parse_thread_state(std::string_view text) {
  for (const std::string_view held : {kHoldsGil, kWaitsWithGil}) {
    if (!text.ends_with(held)) continue;
    text.remove_suffix(held.size());
    return {text, true};
  }
  return {text, false};
}

}  // namespace lanescope
