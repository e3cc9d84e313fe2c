#include "app/workspace/attach/wish.h"

#include <charconv>

#include "core/base/text/duration_text.h"

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

Result<KinetoOrder> kineto_order(const AttachWish& wish) {
  KinetoOrder order;
  order.shapes = wish.shapes;
  order.stacks = wish.stacks;
  order.memory = wish.memory;
  if (wish.by_steps) {
    order.iterations = step_count(wish.steps);
    if (!order.iterations)
      return Error{Error::Kind::Invalid,
                   "Record: \"" + wish.steps + "\" is not a number of steps; write 5"};
  } else {
    const auto duration = parse_duration_ns(wish.duration);
    if (!duration)
      return Error{Error::Kind::Invalid,
                   "Record: \"" + wish.duration + "\" is not a time; write 0.5, 30 or 2 min"};
    order.duration =
        std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::nanoseconds(*duration));
  }
  if (wish.file.empty())
    return Error{Error::Kind::Invalid, "Save to: where is the trace to be kept?"};
  return order;
}

}  // namespace lanescope
