#include "capture/sampler/machine/machine_counters.h"

#include <utility>

#include "capture/sampler/machine/cpu_frequency.h"
#include "capture/sampler/machine/nvml.h"

namespace lanescope {
namespace {

constexpr Ns kSecond = 1'000'000'000;

}  // namespace

MachineCounters::MachineCounters(const MachineSources& sources) {
  if (!sources.nvml.empty())
    gpus_ =
        std::make_unique<FigureThread>(make_nvml_source(sources.nvml), "gpu counters", kPeriodNs);
  if (!sources.cpus.empty())
    cpus_ = std::make_unique<FigureThread>(make_cpu_frequency_source(sources.cpus), "cpu counters",
                                           kPeriodNs);
}

void MachineCounters::look(Ns now_ns, const Visit& visit) {
  if (gpus_) tell(*gpus_, now_ns, visit);
  if (cpus_) tell(*cpus_, now_ns, visit);
}

void MachineCounters::tell(FigureThread& thread, Ns now_ns, const Visit& visit) {
  for (const Figure& figure : thread.take()) {
    const auto [at, is_new] = told_.try_emplace(figure.name);
    Told& told = at->second;
    if (!is_new && told.value == figure.value && now_ns - told.at_ns < kSecond) continue;
    told = {figure.value, now_ns};
    visit(figure.name, figure.value);
  }
}

std::optional<std::string> MachineCounters::take_problem(Ns now_ns) {
  if (has_told_problem_ || !gpus_) return std::nullopt;
  const Ns since_ns = gpus_->asked_since_ns();
  if (since_ns == 0 || now_ns - since_ns < kPatienceNs) return std::nullopt;
  has_told_problem_ = true;
  return "GPU clocks and power are not recorded: NVML does not respond.";
}

}  // namespace lanescope
