#include "core/build/tracks/global_tables.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

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

/// What is known about one (process, thread) before its tracks are created.
struct ThreadFacts {
  bool host = false, profiler = false;
  bool gpu = false;
  std::int64_t device = -1, stream = -1;  // the smallest of its GPU tracks
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
  /// Visits all local items of a kind, worker by worker, in the order of their numbers.
  template <typename Local, typename Visit>
  void each(LocalSet<Local> WorkerTables::*set, const Visit& visit) {
    for (std::size_t w = 0; w < workers_.size(); ++w) {
      for (const Local& local : (workers_[w].get()->*set).items()) visit(out_.workers[w], local);
    }
  }

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

  static TrackKey key_of(const WorkerMap& map, const LocalTrack& local) {
    return {map.texts[local.process], map.texts[local.thread], local.role, local.device,
            local.stream};
  }

  /// Events without a meaningful category join the track of the other events of their (process,
  /// thread).
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
    each(&WorkerTables::tracks, [&](const WorkerMap& map, const LocalTrack& local) {
      keys.push_back(key_of(map, local));
      note_thread(keys.back());
    });
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
    each(&WorkerTables::tracks, [&](WorkerMap& map, const LocalTrack& local) {
      const auto at =
          std::lower_bound(keys.begin(), keys.end(), settle(key_of(map, local)), before);
      LANESCOPE_CHECK(at != keys.end(), "the track of process {} among {}", local.process,
                      keys.size());
      map.tracks.push_back(TrackId{static_cast<std::uint32_t>(at - keys.begin())});
    });
  }

  void map_threads() {
    each(&WorkerTables::lanes, [&](WorkerMap& map, const LocalSliceKind& local) {
      LANESCOPE_CHECK(local.category < map.categories.size() && local.track < map.tracks.size(),
                      "a lane of this worker, not of category {} and track {}", local.category,
                      local.track);
      const CategoryId category = map.categories[local.category];
      map.lanes.push_back({map.tracks[local.track], category,
                           out_.categories[index_of(category)].kind, local.phase});
    });
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
      case TrackRole::Samples:
        return TrackKind::ThreadSamples;
      case TrackRole::State:
        return TrackKind::ThreadState;
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
    // "", "Spans" and "Traces" are the profiler's own; a number is a thread in a trace from another
    // tool.
    return token_int(pool_[key.process]) ? TrackKind::CpuThread : TrackKind::Other;
  }

  void map_counters() {
    std::map<std::tuple<StringId, StringId, StringId>, std::uint32_t> known;
    each(&WorkerTables::counters, [&](WorkerMap& map, const LocalCounter& local) {
      const StringId name = counter_name(map.texts[local.name], map.texts[local.id]);
      const GlobalCounter counter{map.texts[local.process], name, map.texts[local.series]};
      const auto [at, fresh] = known.try_emplace({counter.process, counter.name, counter.series},
                                                 static_cast<std::uint32_t>(out_.counters.size()));
      if (fresh) out_.counters.push_back(counter);
      map.counters.push_back(at->second);
    });
  }

  /// Counters with the same name but different ids are different counters.
  StringId counter_name(StringId name, StringId id) {
    if (id == StringId::Empty) return name;
    return pool_.intern(std::string(pool_[name]) + "[" + std::string(pool_[id]) + "]");
  }

  /// Sorted by text, because the order of flows depends on it.
  void map_flow_kinds() {
    using Key = std::tuple<bool, std::string_view, std::string_view>;
    const auto key_of_kind = [this](const WorkerMap& map, const LocalFlowKind& kind) {
      const bool has_category = kind.category != kNoLocal;
      return Key(has_category, has_category ? pool_[map.texts[kind.category]] : "",
                 pool_[map.texts[kind.name]]);
    };
    std::map<Key, std::uint16_t> known;
    each(&WorkerTables::flow_kinds, [&](const WorkerMap& map, const LocalFlowKind& local) {
      known.try_emplace(key_of_kind(map, local), std::uint16_t{0});
    });
    for (auto& [key, number] : known) {
      const auto& [has_category, category, name] = key;
      number = static_cast<std::uint16_t>(std::min<std::size_t>(out_.flow_kinds.size(), 65'535));
      if (out_.flow_kinds.size() < 65'536) {
        out_.flow_kinds.push_back({pool_.intern(category), pool_.intern(name), has_category});
      }
    }
    each(&WorkerTables::flow_kinds, [&](WorkerMap& map, const LocalFlowKind& local) {
      map.flow_kinds.push_back(known.at(key_of_kind(map, local)));
    });
  }

  void name_tracks() {
    std::map<StringId, StringId> process_names;
    std::map<StringId, OrderedName> latest_process_names;
    std::map<StringId, StringId> process_labels;
    std::map<StringId, std::int64_t> process_sorts;
    std::map<ThreadKey, StringId> thread_names;
    std::map<ThreadKey, OrderedName> latest_names;
    std::map<ThreadKey, std::int64_t> thread_sorts;
    each(&WorkerTables::metas, [&](const WorkerMap& map, const LocalMeta& meta) {
      const StringId process = map.texts[meta.process];
      const ThreadKey lane{process, map.texts[meta.thread]};
      switch (meta.kind) {
        case MetaKind::ProcessName:
          return prefer(process_names[process], trimmed(map.texts[meta.text]));
        case MetaKind::LaterProcessName:
          return keep_latest(latest_process_names, process,
                             {meta.sort, trimmed(map.texts[meta.text])});
        case MetaKind::ProcessLabel:
          return prefer(process_labels[process], trimmed(map.texts[meta.text]));
        case MetaKind::ThreadName:
          return prefer(thread_names[lane], trimmed(map.texts[meta.text]));
        case MetaKind::LaterThreadName:
          return keep_latest(latest_names, lane, {meta.sort, trimmed(map.texts[meta.text])});
        case MetaKind::ProcessSort:
          return prefer_small(process_sorts, process, meta.sort);
        case MetaKind::ThreadSort:
          return prefer_small(thread_sorts, lane, meta.sort);
      }
    });
    for (const auto& [lane, latest] : latest_names) prefer(thread_names[lane], latest.second);
    for (const auto& [process, latest] : latest_process_names)
      process_names[process] = latest.second;
    for (const auto& [process, label] : process_labels) process_names.try_emplace(process, label);
    for (Track& track : out_.tracks) {
      const ThreadKey lane{track.process, track.thread};
      take_over(process_names, track.process, track.process_name);
      take_over(thread_names, lane, track.name);
      take_over(process_sorts, track.process, track.process_sort);
      take_over(thread_sorts, lane, track.thread_sort);
    }
    for (const GlobalCounter& counter : out_.counters)
      take_over(process_names, counter.process, out_.counter_process_names.emplace_back());
  }

  /// Sets `value` to what is known about `key`, if anything.
  template <typename Key, typename Value>
  static void take_over(const std::map<Key, Value>& known, const Key& key, Value& value) {
    if (const auto at = known.find(key); at != known.end()) value = at->second;
  }

  StringId trimmed(StringId id) {
    std::string_view text = pool_[id];
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return pool_.intern(std::string(text));
  }

  /// If a thread has several names, one that says more than the process name or a thread number is
  /// kept, otherwise the alphabetically later one, so that the choice does not depend on reading
  /// order.
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

  using OrderedName = std::pair<std::int64_t, StringId>;
  template <typename Key>
  static void keep_latest(std::map<Key, OrderedName>& names, const Key& key,
                          const OrderedName& name) {
    const auto [at, fresh] = names.try_emplace(key, name);
    if (!fresh && at->second.first <= name.first) at->second = name;
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
