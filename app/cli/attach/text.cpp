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
constexpr std::string_view kHowToSample =
    "`lanescope attach PID` samples the threads of any process of yours";

}  // namespace

std::string attach_list_text(std::span<const RunningProcess> processes) {
  if (processes.empty())
    return fmt::format("none of your processes runs Python; {}; for a trace of PyTorch, {}\n",
                       kHowToSample, kHowToBeAsked);
  std::string text;
  for (const RunningProcess& process : processes) {
    text += fmt::format("{:>8}  {}\n", process.pid, printable(process.command, kCommandWidth));
    if (!process.why_not.empty())
      text += fmt::format("          samples only: {}\n", printable(process.why_not));
  }
  const auto can = [](const RunningProcess& process) { return process.why_not.empty(); };
  if (std::ranges::none_of(processes, can))
    text += fmt::format("{}; none can be asked for a PyTorch trace: for that, {}\n", kHowToSample,
                        kHowToBeAsked);
  return text;
}

std::string no_trace_text(std::string_view why_not, std::int64_t pid) {
  return fmt::format(
      "no PyTorch trace can be recorded: {}; run `lanescope attach {}` without options of the "
      "trace to sample its threads",
      why_not, pid);
}

}  // namespace lanescope
