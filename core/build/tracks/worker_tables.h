// WorkerTables: the names, tracks, counters and flow kinds that one parsing worker has met, each
// with a number local to the worker. Workers share nothing while they parse; the builder maps local
// numbers to global ones once, at the end. Texts are kept as tokens of the file (escaped, with
// their quotes); the builder decodes each distinct one once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/base/text/string_table.h"
#include "core/build/tracks/issue_log.h"
#include "core/build/tracks/raw_events.h"
#include "core/store/category.h"

namespace lanescope {

/// Which of the tracks of a (process, thread) an event belongs to.
enum class TrackRole : std::uint8_t {
  Host,
  Samples,
  State,
  Gpu,
  GpuAnnotation,
  GpuSync,
  Async,
  Profiler,
  Neutral
};

/// The role of events of a category. Neutral ones go to the track of the other events of their
/// (process, thread).
TrackRole role_of(CategoryKind kind);

struct LocalTrack {
  LocalId process = 0;
  LocalId thread = 0;
  TrackRole role = TrackRole::Neutral;
  std::int64_t device = -1;  // for Gpu roles
  std::int64_t stream = -1;
  friend bool operator==(const LocalTrack&, const LocalTrack&) = default;
};

/// What slices of one track and kind have in common.
struct LocalSliceKind {
  static constexpr std::uint16_t kAnyRow = 0xFFFF;
  LocalId track = 0;
  std::uint16_t category = 0;
  RawPhase phase = RawPhase::Complete;
  std::uint16_t row = kAnyRow;  // if the reader knows how deep its slices are
  friend bool operator==(const LocalSliceKind&, const LocalSliceKind&) = default;
};

struct LocalCounter {
  LocalId process = 0;
  LocalId name = 0;
  LocalId id = 0;      // 0 if none
  LocalId series = 0;  // the argument's key
  friend bool operator==(const LocalCounter&, const LocalCounter&) = default;
};

struct LocalFlowKind {
  LocalId category = 0;  // kNoLocal if the event has none
  LocalId name = 0;
  friend bool operator==(const LocalFlowKind&, const LocalFlowKind&) = default;
};

enum class MetaKind : std::uint8_t {
  ProcessName,
  LaterProcessName,  // replaces all others, and those of the same kind with a smaller `sort`
  ProcessLabel,
  ProcessSort,
  ThreadName,
  LaterThreadName,  // replaces those of the same kind with a smaller `sort`
  ThreadSort
};

struct LocalMeta {
  MetaKind kind = MetaKind::ProcessName;
  LocalId process = 0;
  LocalId thread = 0;
  LocalId text = 0;       // names
  std::int64_t sort = 0;  // sort indexes; of later names, their order
  friend bool operator==(const LocalMeta&, const LocalMeta&) = default;
};

struct MemberHash {
  std::size_t operator()(const LocalTrack& t) const;
  std::size_t operator()(const LocalSliceKind& l) const;
  std::size_t operator()(const LocalCounter& c) const;
  std::size_t operator()(const LocalFlowKind& k) const;
  std::size_t operator()(const LocalMeta& m) const;
};

/// Assigns numbers to distinct small structs.
template <typename T>
class LocalSet {
 public:
  LocalId add(const T& item) {
    if (items_.size() * 2 >= slots_.size()) grow();
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = MemberHash{}(item)&mask;; at = (at + 1) & mask) {
      if (slots_[at] == kNoLocal) {
        slots_[at] = static_cast<LocalId>(items_.size());
        items_.push_back(item);
        return slots_[at];
      }
      if (items_[slots_[at]] == item) return slots_[at];
    }
  }
  /// Assigns the next number even to an item that has one, for readers that number items before
  /// they know them. Not mixed with add().
  LocalId append(const T& item) {
    items_.push_back(item);
    return static_cast<LocalId>(items_.size() - 1);
  }
  [[nodiscard]] const std::vector<T>& items() const { return items_; }

 private:
  void grow() {
    slots_.assign(std::max<std::size_t>(64, slots_.size() * 2), kNoLocal);
    const std::size_t mask = slots_.size() - 1;
    for (LocalId i = 0; i < items_.size(); ++i) {
      std::size_t at = MemberHash{}(items_[i]) & mask;
      while (slots_[at] != kNoLocal) at = (at + 1) & mask;
      slots_[at] = i;
    }
  }

  std::vector<LocalId> slots_;  // open addressing
  std::vector<T> items_;
};

struct LocalCategory {
  LocalId text = 0;
  CategoryKind kind = CategoryKind::Other;
  std::uint64_t events = 0;
};

class WorkerTables {
 public:
  WorkerTables();

  /// Texts are names, which every analysis reads. A text longer than this, far longer than any that
  /// a profiler writes, is truncated: its length and hash are appended, so that different texts
  /// stay distinct. The event's own text in the file is not changed.
  static constexpr std::size_t kLongestText = 1U << 20;

  LocalId text(std::string_view token) {
    return token.size() <= kLongestText ? index_of(texts.intern(token)) : long_text(token);
  }
  /// Returns the number of a category; 0 is "none". The 65,535th and later ones share the last
  /// number.
  std::uint16_t category(std::string_view token);

  StringPool texts;
  std::vector<LocalCategory> categories;
  LocalSet<LocalTrack> tracks;
  LocalSet<LocalSliceKind> lanes;
  LocalSet<LocalCounter> counters;
  LocalSet<LocalFlowKind> flow_kinds;
  LocalSet<LocalMeta> metas;
  std::unordered_set<LocalId> collectives;  // names of kernels that had a "Collective name"
  bool collective_arguments = false;        // a slice had one; only readers of JSON tell
  IssueLog issues;

  // All event objects, by their original spelling.
  std::uint64_t events = 0;
  std::array<std::uint64_t, 128> phase_counts{};          // one ASCII letter
  std::map<std::string, std::uint64_t> odd_phase_counts;  // anything else, decoded
  std::uint64_t metadata_kept = 0;
  std::uint64_t fractional_times = 0;
  Ns first_ns = kMaxNs, last_ns = kMinNs;  // over all timed events

 private:
  LocalId long_text(std::string_view token);

  std::unordered_map<LocalId, std::uint16_t> category_index_;
  std::uint16_t last_category_ = 0;
  std::string last_category_text_;
};

/// For a reader with a single worker.
std::vector<std::unique_ptr<WorkerTables>> one_worker();

}  // namespace lanescope
