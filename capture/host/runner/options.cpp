#include "capture/host/runner/options.h"

#include <fmt/format.h>

#include "core/base/text/message_text.h"

namespace lanescope {
namespace {

constexpr const char* kStacks = "python_stacks";
/// What an agent reports in a non-Python program.
constexpr const char* kNoPython = "no Python in this process";

}  // namespace

RequestedOptions::RequestedOptions(const CaptureOptions& options) {
  if (options.shapes) requests_.push_back({"shapes", "operators with shapes", {}});
  if (options.memory) requests_.push_back({"memory", "PyTorch allocator memory", {}});
  if (options.stacks) requests_.push_back({kStacks, "Python stacks", {}});
}

void RequestedOptions::take_caps(std::string_view caps) {
  const MessageText text(caps);
  for (Choices& request : requests_) {
    const std::string state = text.value(request.key);
    if (state.empty() || state == kNoPython) continue;
    if (state == "on")
      request.is_on = true;
    else
      request.why = state;
  }
}

std::vector<std::string> RequestedOptions::unfulfilled() const {
  std::vector<std::string> sentences;
  for (const Choices& request : requests_) {
    const bool says_nothing = request.why.empty() && request.key == std::string_view(kStacks);
    if (request.is_on || says_nothing) continue;
    sentences.push_back(
        fmt::format("No {} recorded: {}.", request.what,
                    request.why.empty() ? "no process imported PyTorch" : request.why));
  }
  return sentences;
}

}  // namespace lanescope
