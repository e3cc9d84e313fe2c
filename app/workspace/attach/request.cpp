#include "app/workspace/attach/request.h"

#include <charconv>

#include "capture/host/runner/options.h"
#include "core/base/text/duration_text.h"
#include "core/base/text/rate_text.h"

namespace lanescope {
namespace {

constexpr std::int64_t kMostSteps = 1'000'000;

std::optional<std::int64_t> step_count(const std::string& text) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && count > 0 && count <= kMostSteps ? std::optional(count) : std::nullopt;
}

}  // namespace

Result<int> sample_hz(const AttachRequest& request) {
  if (request.rate.empty()) return kUsualSampleHz;
  const auto rate = parse_sample_hz(request.rate);
  if (!rate)
    return Error{Error::Kind::Invalid,
                 "Host samples: \"" + request.rate + "\" " + no_sample_hz_words()};
  return static_cast<int>(*rate);
}

Result<KinetoOrder> kineto_order(const AttachRequest& request) {
  KinetoOrder order;
  order.shapes = request.shapes;
  order.stacks = request.stacks;
  order.memory = request.memory;
  if (request.by_steps) {
    order.iterations = step_count(request.steps);
    if (!order.iterations)
      return Error{Error::Kind::Invalid, "Record: \"" + request.steps +
                                             "\" is not a number of steps; use 5, for example"};
  } else {
    const auto duration = parse_duration_ns(request.duration);
    if (!duration)
      return Error{Error::Kind::Invalid,
                   "Record: \"" + request.duration + "\" is not a duration; use 0.5, 30 or 2 min"};
    order.duration =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::nanoseconds(*duration));
  }
  if (request.file.empty())
    return Error{Error::Kind::Invalid, "Save to: enter a file for the trace"};
  return order;
}

}  // namespace lanescope
