#include "capture/host/attach/kineto_config.h"

#include <fmt/format.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

void add(std::string& text, const char* key, std::int64_t value) {
  text += fmt::format("{}={}\n", key, value);
}

void add_request(std::string& text, const char* key, bool requested) {
  if (requested) text += fmt::format("{}=true\n", key);
}

}  // namespace

std::string kineto_config(const KinetoOrder& order) {
  LANESCOPE_CHECK(order.output.find('\n') == std::string::npos, "one line, not \"{}\"",
                  order.output);
  std::string text = fmt::format("ACTIVITIES_LOG_FILE={}\n", order.output);
  if (order.iterations) {
    // Start at the next round step number, so that all processes of a run trace the same steps.
    add(text, "PROFILE_START_ITERATION", 0);
    add(text, "PROFILE_START_ITERATION_ROUNDUP", 1);
    add(text, "ACTIVITIES_WARMUP_ITERATIONS", 1);
    add(text, "ACTIVITIES_ITERATIONS", *order.iterations);
  } else {
    add(text, "PROFILE_START_TIME", 0);
    add(text, "ACTIVITIES_WARMUP_PERIOD_SECS", order.warm_up.count());
    add(text, "ACTIVITIES_DURATION_MSECS", order.duration.count());
  }
  add_request(text, "PROFILE_REPORT_INPUT_SHAPES", order.shapes);
  add_request(text, "PROFILE_WITH_STACK", order.stacks);
  add_request(text, "PROFILE_PROFILE_MEMORY", order.memory);
  add_request(text, "PROFILE_WITH_FLOPS", order.flops);
  add_request(text, "PROFILE_WITH_MODULES", order.modules);
  return text;
}

std::string kineto_output(const std::string& output, std::int64_t pid) {
  constexpr std::string_view kEnding = ".json";
  std::string name = output;
  if (name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
  return fmt::format("{}_{}{}", name, pid, kEnding);
}

}  // namespace lanescope
