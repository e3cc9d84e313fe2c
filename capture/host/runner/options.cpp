#include "capture/host/runner/options.h"

#include <fmt/format.h>

#include "core/base/text/message_text.h"

namespace lanescope {
namespace {

constexpr const char* kShapes = "shapes";
constexpr const char* kStacks = "python_stacks";
/// In the range of an operator, with the shapes of its inputs.
constexpr std::string_view kOperatorSign = ", sizes = ";
/// What an agent reports in a non-Python program.
constexpr const char* kNoPython = "no Python in this process";

}  // namespace

RequestedOptions::RequestedOptions(const CaptureOptions& options)
    : awaits_operators_(options.shapes) {
  if (options.shapes) requests_.push_back({kShapes, "operators with shapes", {}});
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

void RequestedOptions::take_records(std::span<const std::byte> records) {
  if (!awaits_operators_) return;
  const std::string_view bytes(reinterpret_cast<const char*>(records.data()), records.size());
  awaits_operators_ = bytes.find(kOperatorSign) == std::string_view::npos;
}

std::vector<std::string> RequestedOptions::unfulfilled() const {
  std::vector<std::string> sentences;
  for (const Choices& request : requests_) {
    if (request.is_on && awaits_operators_ && request.key == std::string_view(kShapes)) {
      sentences.push_back(fmt::format(
          "No {} recorded: none ran on a main thread or in its backward passes.", request.what));
      continue;
    }
    const bool says_nothing = request.why.empty() && request.key == std::string_view(kStacks);
    if (request.is_on || says_nothing) continue;
    sentences.push_back(
        fmt::format("No {} recorded: {}.", request.what,
                    request.why.empty() ? "no process imported PyTorch" : request.why));
  }
  return sentences;
}

}  // namespace lanescope
