#include "core/analysis/idle/system_calls.h"

#include <string_view>

#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::string_view kCategory = "osrt";

}  // namespace

bool is_system_call(const Snapshot& snapshot, EventId event) {
  const auto at = snapshot.find_slice(event);
  if (!at) return false;
  const CategoryId category = at->chunk->category[at->slice];
  return snapshot.text(snapshot.categories[index_of(category)].name) == kCategory;
}

SystemCalls::SystemCalls(const Snapshot& snapshot) : snapshot_(snapshot) {
  for (const Category& category : snapshot.categories) {
    is_call_.push_back(snapshot.text(category.name) == kCategory);
    any_ = any_ || is_call_.back();
  }
}

const std::vector<SystemCalls::Call>& SystemCalls::of(TrackId thread) {
  static const std::vector<Call> kNone;
  if (!any_ || index_of(thread) >= snapshot_.tracks.size()) return kNone;
  const auto [known, fresh] = of_thread_.try_emplace(thread);
  std::vector<Call>& calls = known->second;
  if (!fresh) return calls;
  for (const auto& chunk : snapshot_.tracks[index_of(thread)].chunks) {
    count_work(Work::Events, chunk->size());
    for (std::uint32_t i = 0; i < chunk->size(); ++i) {
      const std::uint32_t slice = chunk->in_time_order(i);
      if (!is_call_[index_of(chunk->category[slice])]) continue;
      TimeRange range = chunk->range(slice);
      if (!calls.empty()) range.begin_ns = std::max(range.begin_ns, calls.back().range.end_ns);
      if (range.begin_ns < range.end_ns) calls.push_back({range, chunk->id_of(slice)});
    }
  }
  return calls;
}

}  // namespace lanescope
