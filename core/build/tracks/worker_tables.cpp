#include "core/build/tracks/worker_tables.h"

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

template <typename... Parts>
std::size_t combine(Parts... parts) {
  std::uint64_t h = 0x9E3779B97F4A7C15U;
  ((h = (h ^ static_cast<std::uint64_t>(parts)) * 0xD1B54A32D192ED03U, h ^= h >> 29U), ...);
  return h;
}

/// How many of the first `most` bytes of a longer JSON token to keep so that neither a character
/// nor an escape is split.
std::size_t whole_characters(std::string_view token, std::size_t most) {
  std::size_t end = 0;
  while (end < most) {
    const bool escape = token[end] == '\\';
    const std::size_t length = escape ? (token[end + 1] == 'u' ? 6U : 2U)
                                      : std::max<std::size_t>(utf8_length(token.substr(end, 4)), 1);
    if (end + length > most) break;
    end += length;
  }
  return end;
}

}  // namespace

TrackRole role_of(CategoryKind kind) {
  switch (kind) {
    case CategoryKind::CpuOp:
    case CategoryKind::UserAnnotation:
    case CategoryKind::PythonFunction:
    case CategoryKind::HostCall:
    case CategoryKind::CpuInstant:
      return TrackRole::Host;
    case CategoryKind::SampledFrame:
    case CategoryKind::SampledLine:
    case CategoryKind::NativeFrame:
      return TrackRole::Samples;
    case CategoryKind::ThreadState:
      return TrackRole::State;
    case CategoryKind::Kernel:
    case CategoryKind::Memcpy:
    case CategoryKind::Memset:
    case CategoryKind::DeviceWork:
    case CategoryKind::ProfilerRange:
      return TrackRole::Gpu;
    case CategoryKind::GpuAnnotation:
      return TrackRole::GpuAnnotation;
    case CategoryKind::GpuSync:
      return TrackRole::GpuSync;
    case CategoryKind::Overhead:
    case CategoryKind::TraceSpan:
      return TrackRole::Profiler;
    case CategoryKind::Other:
      return TrackRole::Neutral;
  }
  return TrackRole::Neutral;
}

std::size_t MemberHash::operator()(const LocalTrack& t) const {
  return combine(t.process, t.thread, static_cast<int>(t.role), t.device, t.stream);
}
std::size_t MemberHash::operator()(const LocalSliceKind& l) const {
  return combine(l.track, l.category, static_cast<int>(l.phase), l.row);
}
std::size_t MemberHash::operator()(const LocalCounter& c) const {
  return combine(c.process, c.name, c.id, c.series);
}
std::size_t MemberHash::operator()(const LocalFlowKind& k) const {
  return combine(k.category, k.name);
}
std::size_t MemberHash::operator()(const LocalMeta& m) const {
  return combine(static_cast<int>(m.kind), m.process, m.thread, m.text, m.sort);
}

WorkerTables::WorkerTables() : categories(1) {}

LocalId WorkerTables::long_text(std::string_view token) {
  LANESCOPE_CHECK(token.size() > kLongestText, "a text longer than {} bytes, not of {}",
                  kLongestText, token.size());
  const std::size_t end = whole_characters(token, kLongestText);
  const std::string_view quote = token.ends_with('"') ? "\"" : "";
  return index_of(texts.intern(fmt::format("{}… ({} bytes more, {:016x}){}", token.substr(0, end),
                                           token.size() - end, hash_text(token), quote)));
}

std::uint16_t WorkerTables::category(std::string_view token) {
  if (last_category_ != 0 && token == last_category_text_) return last_category_;
  const LocalId id = text(token);
  constexpr std::size_t kMost = 65'535;
  const auto next = static_cast<std::uint16_t>(std::min(categories.size(), kMost));
  const auto [at, fresh] = category_index_.try_emplace(id, next);
  if (fresh && categories.size() <= kMost)
    categories.push_back({id, classify_category(strip_quotes(texts[StringId{id}])), 0});
  if (token.size() > kLongestText) return at->second;
  last_category_ = at->second;
  last_category_text_ = token;
  return last_category_;
}

std::vector<std::unique_ptr<WorkerTables>> one_worker() {
  std::vector<std::unique_ptr<WorkerTables>> tables;
  tables.push_back(std::make_unique<WorkerTables>());
  return tables;
}

}  // namespace lanescope
