#include "capture/host/runner/options.h"

#include <fmt/format.h>

#include "core/base/text/message_text.h"

namespace lanescope {
namespace {

constexpr const char* kStacks = "python_stacks";
/// What an agent says in a program that is not Python's.
constexpr const char* kNoPython = "no Python in this process";

}  // namespace

WishedOptions::WishedOptions(const CaptureOptions& options) {
  if (options.shapes) wishes_.push_back({"shapes", "operators with shapes", {}});
  if (options.memory) wishes_.push_back({"memory", "memory of PyTorch's allocator", {}});
  if (options.stacks) wishes_.push_back({kStacks, "Python stacks", {}});
}

void WishedOptions::take_caps(std::string_view caps) {
  const MessageText text(caps);
  for (Wish& wish : wishes_) {
    const std::string state = text.value(wish.key);
    if (state.empty() || state == kNoPython) continue;
    if (state == "on")
      wish.is_on = true;
    else
      wish.why = state;
  }
}

std::vector<std::string> WishedOptions::unfulfilled() const {
  std::vector<std::string> sentences;
  for (const Wish& wish : wishes_) {
    const bool says_nothing = wish.why.empty() && wish.key == std::string_view(kStacks);
    if (wish.is_on || says_nothing) continue;
    sentences.push_back(fmt::format("No {} recorded: {}.", wish.what,
                                    wish.why.empty() ? "no process imported PyTorch" : wish.why));
  }
  return sentences;
}

}  // namespace lanescope
