#include "core/build/tracks/global_tables.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>

#include "core/base/check.h"
#include "core/base/text/json_text.h"

namespace lanescope {
namespace {

struct TrackKey {
  StringId process, thread;
  TrackRole role = TrackRole::Neutral;
  std::int64_t device = -1, stream = -1;
};

using ThreadKey = std::pair<StringId, StringId>;

/// What is known about one (process, thread) before its tracks are made.
struct ThreadFacts {
  bool host = false, profiler = false;
  bool gpu = false;
  std::int64_t device = -1, stream = -1;  // smallest of its GPU tracks
};

class Merger {
 public:
  explicit Merger(std::span<const std::unique_ptr<WorkerTables>> workers) : workers_(workers) {}

  GlobalTables run() {
    out_.workers.resize(workers_.size());
    map_texts();
    map_categories();
    map_tracks();
    map_threads();
    map_counters();
    map_flow_kinds();
    name_tracks();
    LANESCOPE_CHECK(out_.counter_process_names.size() == out_.counters.size(),
                    "the process's name for each of {} counters, not {}", out_.counters.size(),
                    out_.counter_process_names.size());
    out_.strings = pool_.freeze();
    return std::move(out_);
  }

 private:
  void map_texts() {
    std::string scratch;
    for (std::size_t w = 0; w < workers_.size(); ++w) {
      const StringPool& local = workers_[w]->texts;
      std::vector<StringId>& map = out_.workers[w].texts;
      map.reserve(local.size());
      for (std::uint32_t i = 0; i < local.size(); ++i) {
        map.push_back(pool_.intern(decode_json_text(strip_quotes(local[StringId{i}]), scratch)));
      }
    }
  }

  void map_categories() {
    out_.categories.emplace_back();
    std::unordered_map<std::uint32_t, std::uint16_t> known;
    for (std::size_t w = 0; w < workers_.size(); ++w) {
      std::vector<CategoryId>& map = out_.workers[w].categories;
      map.push_back(CategoryId::None);
      for (std::size_t c = 1; c < workers_[w]->categories.size(); ++c) {
        const LocalCategory& local = workers_[w]->categories[c];
        const StringId name = out_.workers[w].texts[local.text];
        const auto next =
            static_cast<std::uint16_t>(std::min<std::size_t>(out_.categories.size(), 65'535));
        const auto [at, fresh] = known.try_emplace(index_of(name), next);
        if (fresh && out_.categories.size() < 65'536) out_.categories.push_back({name, local.kind});
        map.push_back(CategoryId{at->second});
      }
    }
  }

  TrackKey key_of(std::size_t worker, const LocalTrack& local) const {
    const WorkerMap& map = out_.workers[worker];
    return {map.texts[local.process], map.texts[local.thread], local.role, local.device,
            local.stream};
  }

  /// Events without a telling category join the track that the rest of their (process, thread) is
  /// on.
  TrackKey settle(TrackKey key) const {
    if (key.role != TrackRole::Neutral) return key;
    const ThreadFacts& facts = lanes_.at({key.process, key.thread});
    if (facts.host) {
      key.role = TrackRole::Host;
    } else if (facts.gpu) {
      key.role = TrackRole::Gpu;
      key.device = facts.device;
      key.stream = facts.stream;
    } else if (facts.profiler) {
      key.role = TrackRole::Profiler;
    }
    return key;
  }

  [[nodiscard]] auto order_of(const TrackKey& k) const {
    return std::tuple(pool_[k.process], pool_[k.thread], k.role, k.device, k.stream);
  }

  void map_tracks() {
    std::vector<TrackKey> keys;
    for (std::size_t w = 0; w < workers_.size(); ++w) {
      for (const LocalTrack& local : workers_[w]->tracks.items()) {
        const TrackKey key = key_of(w, local);
        note_thread(key);
        keys.push_back(key);
      }
    }
    for (TrackKey& key : keys) key = settle(key);
    const auto before = [&](const TrackKey& a, const TrackKey& b) {
      return order_of(a) < order_of(b);
    };
    const auto same = [&](const TrackKey& a, const TrackKey& b) {
      return order_of(a) == order_of(b);
    };
    std::sort(keys.begin(), keys.end(), before);
    keys.erase(std::unique(keys.begin(), keys.end(), same), keys.end());
    for (const TrackKey& key : keys) out_.tracks.push_back(track_of(key));
    for (std::size_t w = 0; w < workers_.size(); ++w) {
      for (const LocalTrack& local : workers_[w]->tracks.items()) {
        const auto at =
            std::lower_bound(keys.begin(), keys.end(), settle(key_of(w, local)), before);
        LANESCOPE_CHECK(at != keys.end(), "the track of worker {} among {}", w, keys.size());
        out_.workers[w].tracks.push_back(TrackId{static_cast<std::uint32_t>(at - keys.begin())});
      }
    }
  }

  void map_threads() {
    for (std::size_t w = 0; w < workers_.size(); ++w) {
      WorkerMap& map = out_.workers[w];
      for (const LocalSliceKind& local : workers_[w]->lanes.items()) {
        LANESCOPE_CHECK(local.category < map.categories.size() && local.track < map.tracks.size(),
                        "a lane of worker {}, not of category {} and track {}", w, local.category,
                        local.track);
        const CategoryId category = map.categories[local.category];
        map.lanes.push_back({map.tracks[local.track], category,
                             out_.categories[index_of(category)].kind, local.phase});
      }
    }
  }

  void note_thread(const TrackKey& key) {
    ThreadFacts& facts = lanes_[{key.process, key.thread}];
    facts.host |= key.role == TrackRole::Host;
    facts.profiler |= key.role == TrackRole::Profiler;
    if (key.role != TrackRole::Gpu) return;
    if (!facts.gpu || std::pair(key.device, key.stream) < std::pair(facts.device, facts.stream)) {
      facts.device = key.device;
      facts.stream = key.stream;
    }
    facts.gpu = true;
  }

  Track track_of(const TrackKey& key) const {
    Track track;
    track.id = TrackId{static_cast<std::uint32_t>(out_.tracks.size())};
    track.process = key.process;
    track.thread = key.thread;
    track.kind = kind_of(key);
    track.process_sort = track.thread_sort = Track::kNoSort;
    track.device = key.device;
    track.stream = key.stream;
    return track;
  }

  [[nodiscard]] TrackKind kind_of(const TrackKey& key) const {
    switch (key.role) {
      case TrackRole::Host:
        return TrackKind::CpuThread;
      case TrackRole::Gpu:
        return TrackKind::GpuStream;
      case TrackRole::GpuAnnotation:
        return TrackKind::GpuAnnotation;
      case TrackRole::GpuSync:
        return TrackKind::GpuSync;
      case TrackRole::Async:
        return TrackKind::Async;
      case TrackRole::Profiler:
        return TrackKind::Profiler;
      case TrackRole::Neutral:
        break;
    }
    // "", "Spans" and "Traces" are the profiler's own; a number is a thread of some other tool's
    // trace.
    return token_int(pool_[key.process]) ? TrackKind::CpuThread : TrackKind::Other;
  }

  void map_counters() {
    std::map<std::tuple<StringId, StringId, StringId>, std::uint32_t> known;
    for (std::size_t w = 0; w < workers_.size(); ++w) {
      const WorkerMap& map = out_.workers[w];
      for (const LocalCounter& local : workers_[w]->counters.items()) {
        const StringId name = counter_name(map.texts[local.name], map.texts[local.id]);
        const GlobalCounter counter{map.texts[local.process], name, map.texts[local.series]};
        const auto [at, fresh] =
            known.try_emplace({counter.process, counter.name, counter.series},
                              static_cast<std::uint32_t>(out_.counters.size()));
        if (fresh) out_.counters.push_back(counter);
        out_.workers[w].counters.push_back(at->second);
      }
    }
  }

  /// Counters of one name with different ids are different counters.
  StringId counter_name(StringId name, StringId id) {
    if (id == StringId::Empty) return name;
    return pool_.intern(std::string(pool_[name]) + "[" + std::string(pool_[id]) + "]");
  }

  /// Sorted by their texts, as the order of flows depends on them.
  void map_flow_kinds() {
    using Key = std::tuple<bool, std::string_view, std::string_view>;
    const auto key_of_kind = [this](const WorkerMap& map, const LocalFlowKind& kind) {
      const bool has_category = kind.category != kNoLocal;
      return Key(has_category, has_category ? pool_[map.texts[kind.category]] : "",
                 pool_[map.texts[kind.name]]);
    };
    std::map<Key, std::uint16_t> known;
    for (std::size_t w = 0; w < workers_.size(); ++w) {
      for (const LocalFlowKind& local : workers_[w]->flow_kinds.items()) {
        known.try_emplace(key_of_kind(out_.workers[w], local), std::uint16_t{0});
      }
    }
    for (auto& [key, number] : known) {
      const auto& [has_category, category, name] = key;
      number = static_cast<std::uint16_t>(std::min<std::size_t>(out_.flow_kinds.size(), 65'535));
      if (out_.flow_kinds.size() < 65'536) {
        out_.flow_kinds.push_back({pool_.intern(category), pool_.intern(name), has_category});
      }
    }
    for (std::size_t w = 0; w < workers_.size(); ++w) {
      for (const LocalFlowKind& local : workers_[w]->flow_kinds.items()) {
        out_.workers[w].flow_kinds.push_back(known.at(key_of_kind(out_.workers[w], local)));
      }
    }
  }

  void name_tracks() {
    std::map<StringId, StringId> process_names;
    std::map<StringId, StringId> process_labels;
    std::map<StringId, std::int64_t> process_sorts;
    std::map<ThreadKey, StringId> thread_names;
    std::map<ThreadKey, std::int64_t> thread_sorts;
    for (std::size_t w = 0; w < workers_.size(); ++w) {
      const WorkerMap& map = out_.workers[w];
      for (const LocalMeta& meta : workers_[w]->metas.items()) {
        const StringId process = map.texts[meta.process];
        const ThreadKey lane{process, map.texts[meta.thread]};
        switch (meta.kind) {
          case MetaKind::ProcessName:
            prefer(process_names[process], trimmed(map.texts[meta.text]));
            break;
          case MetaKind::ProcessLabel:
            prefer(process_labels[process], trimmed(map.texts[meta.text]));
            break;
          case MetaKind::ThreadName:
            prefer(thread_names[lane], trimmed(map.texts[meta.text]));
            break;
          case MetaKind::ProcessSort:
            prefer_small(process_sorts, process, meta.sort);
            break;
          case MetaKind::ThreadSort:
            prefer_small(thread_sorts, lane, meta.sort);
            break;
        }
      }
    }
    for (const auto& [process, label] : process_labels) process_names.try_emplace(process, label);
    for (Track& track : out_.tracks) {
      const ThreadKey lane{track.process, track.thread};
      if (const auto at = process_names.find(track.process); at != process_names.end())
        track.process_name = at->second;
      if (const auto at = thread_names.find(lane); at != thread_names.end())
        track.name = at->second;
      if (const auto at = process_sorts.find(track.process); at != process_sorts.end())
        track.process_sort = at->second;
      if (const auto at = thread_sorts.find(lane); at != thread_sorts.end())
        track.thread_sort = at->second;
    }
    for (const GlobalCounter& counter : out_.counters) {
      const auto at = process_names.find(counter.process);
      out_.counter_process_names.push_back(at == process_names.end() ? StringId::Empty
                                                                     : at->second);
    }
  }

  StringId trimmed(StringId id) {
    std::string_view text = pool_[id];
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return pool_.intern(std::string(text));
  }

  /// One thread may be named twice; the name that says more than the process's own or a number is
  /// kept, else the later in the alphabet, so that the choice does not depend on the order of
  /// reading.
  void prefer(StringId& held, StringId candidate) const {
    const auto rank = [&](StringId id) {
      const std::string_view text = pool_[id];
      const bool specific = text.find("(python") == std::string_view::npos &&
                            text.find("pt_main_thread") == std::string_view::npos;
      const bool given = !text.starts_with("thread ");
      return std::tuple(!text.empty(), specific, given, text);
    };
    if (rank(held) < rank(candidate)) held = candidate;
  }

  template <typename Key>
  static void prefer_small(std::map<Key, std::int64_t>& sorts, const Key& key, std::int64_t sort) {
    const auto [at, fresh] = sorts.try_emplace(key, sort);
    if (!fresh) at->second = std::min(at->second, sort);
  }

  std::span<const std::unique_ptr<WorkerTables>> workers_;
  StringPool pool_;
  GlobalTables out_;
  std::map<ThreadKey, ThreadFacts> lanes_;
};

}  // namespace

GlobalTables merge_tables(std::span<const std::unique_ptr<WorkerTables>> workers) {
  return Merger(workers).run();
}

}  // namespace lanescope
