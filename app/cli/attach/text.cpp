#include "app/cli/attach/text.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "app/cli/output/printable.h"
#include "capture/host/attach/process_list.h"

namespace lanescope {
namespace {

constexpr std::size_t kCommandWidth = 100;
constexpr std::string_view kHowToBeAsked =
    "start the program with KINETO_USE_DAEMON=1 in its environment, and run this again once it has "
    "loaded PyTorch";

}  // namespace

std::string attach_list_text(std::span<const RunningProcess> processes) {
  if (processes.empty())
    return fmt::format("none of your processes runs Python; for a trace of PyTorch, {}\n",
                       kHowToBeAsked);
  std::string text;
  for (const RunningProcess& process : processes) {
    text += fmt::format("{:>8}  {}\n", process.pid, printable(process.command, kCommandWidth));
    if (!process.why_not.empty())
      text += fmt::format("          samples only: {}\n", printable(process.why_not));
  }
  const auto can = [](const RunningProcess& process) { return process.why_not.empty(); };
  if (std::ranges::none_of(processes, can))
    text += fmt::format("none of your processes can be asked for a trace; {}\n", kHowToBeAsked);
  return text;
}

}  // namespace lanescope
