#include "core/view/lanes/group_titles.h"

#include <string_view>

#include <fmt/format.h>

namespace lanescope {
namespace {

/// "GPU 0" of "GPU 0 H200"; other titles as they are.
std::string_view short_device(std::string_view title) {
  constexpr std::string_view kGpu = "GPU ";
  if (!title.starts_with(kGpu)) return title;
  const std::size_t end = title.find_first_not_of("0123456789", kGpu.size());
  return end == kGpu.size() ? title : title.substr(0, end);
}

/// "pid 25738" of "python pid 25738 · 3 more threads have no lane"; other titles as they are.
std::string_view short_process(std::string_view title) {
  const std::size_t pid = title.find("pid ");
  if (pid == std::string_view::npos) return title;
  title.remove_prefix(pid);
  return title.substr(0, title.find(" · "));
}

std::string_view short_title(const LaneGroup& group) {
  if (group.kind == GroupKind::Process) return short_process(group.title);
  const bool of_device = group.kind == GroupKind::Device || group.kind == GroupKind::Metrics;
  return of_device ? short_device(group.title) : std::string_view();
}

}  // namespace

std::string title_with_group(const LaneGroup& group, const Lane& lane) {
  const std::string_view whose = short_title(group);
  if (whose.empty() || lane.title.starts_with(whose)) return lane.title;
  if (!lane.thread.empty()) return fmt::format("{} · {} · {}", whose, lane.thread, lane.title);
  return fmt::format("{} · {}", whose, lane.title);
}

}  // namespace lanescope
