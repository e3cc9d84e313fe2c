#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "core/analysis/search/event_query.h"
#include "core/base/text/ascii_case.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

/// Spellings of categories in older traces, see core/store/category.cpp.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kOldCategories = {{
    {"operator", "cpu_op"},
    {"runtime", "cuda_runtime"},
    {"memcpy", "gpu_memcpy"},
    {"memset", "gpu_memset"},
    {"python", "python_function"},
    {"user", "gpu_user_annotation"},
}};

/// The current name of a category: cat:kernel also finds "Kernel", and cat:cpu_op finds "Operator".
std::string current_category(std::string_view name) {
  std::string out(name);
  std::ranges::transform(out, out.begin(), lower_case);
  for (const auto& [old_name, new_name] : kOldCategories) {
    if (out == old_name) return std::string(new_name);
  }
  return out;
}

bool holds(const QueryTerm& term, Ns value) {
  switch (term.relation) {
    case QueryRelation::Equal:
      return value == term.number;
    case QueryRelation::Less:
      return value < term.number;
    case QueryRelation::LessOrEqual:
      return value <= term.number;
    case QueryRelation::Greater:
      return value > term.number;
    case QueryRelation::GreaterOrEqual:
      return value >= term.number;
  }
  return false;
}

/// Compares argument keys, ignoring case; _ also matches a blank.
bool same_key(std::string_view key, std::string_view wanted) {
  return std::ranges::equal(key, wanted, [](char a, char b) {
    return lower_case(a) == lower_case(b) || (a == ' ' && b == '_');
  });
}

const JsonValue* find_argument(const JsonValue& event, std::string_view wanted) {
  const JsonValue* args = event.find("args");
  if (args == nullptr || args->object() == nullptr) return nullptr;
  for (const auto& [key, value] : *args->object()) {
    if (same_key(key, wanted)) return &value;
  }
  return nullptr;
}

/// Whether the list is the shape or contains it: lists of tensors nest one level deeper.
bool has_shape(const JsonValue& dims, const std::vector<std::int64_t>& shape, int depth = 0) {
  const JsonArray* list = dims.array();
  if (list == nullptr || depth > 4) return false;
  const bool all_numbers =
      std::ranges::all_of(*list, [](const JsonValue& item) { return item.array() == nullptr; });
  if (all_numbers && depth > 0) {
    return std::ranges::equal(*list, shape, {},
                              [](const JsonValue& item) { return item.as_int(-1); });
  }
  return std::ranges::any_of(
      *list, [&](const JsonValue& item) { return has_shape(item, shape, depth + 1); });
}

/// Kinds whose events are on GPU tracks.
constexpr bool is_on_gpu(CategoryKind kind) {
  return is_gpu_work(kind) || kind == CategoryKind::ProfilerRange ||
         kind == CategoryKind::GpuAnnotation || kind == CategoryKind::GpuSync;
}

/// A matching event.
struct Hit {
  Ns time_ns = 0, dur_ns = 0;
  EventId event = EventId::None;
  const Track* track = nullptr;
  bool on_gpu = false;
};

/// An event being tested.
struct Candidate {
  EventId event = EventId::None;
  Ns time_ns = 0, dur_ns = 0;
  StringId name = StringId::Empty;
  CategoryId category = CategoryId::None;
  EventId link = EventId::None;
  Place place;
  const Track* track = nullptr;
};

class Search {
 public:
  Search(const Snapshot& snapshot, const EventQuery& query, const ReadEvent& read,
         const std::stop_token& stop)
      : snapshot_(snapshot), read_(read), stop_(stop), names_(snapshot.strings->size(), kUnknown) {
    for (const QueryTerm& term : query.terms) sort_in(term);
    for (const Category& category : snapshot.categories) {
      category_fits_.push_back(fits_category(snapshot.text(category.name)));
    }
  }

  FoundEvents run() {
    for (const Track& track : snapshot_.tracks) {
      if (stop_.stop_requested()) break;
      if (!fits_track(track)) continue;
      for (const auto& chunk : track.chunks) search_chunk(*chunk, track);
      search_instants(track);
    }
    read_texts();
    return in_time_order();
  }

 private:
  static constexpr std::uint8_t kUnknown = 2;
  static constexpr std::uint32_t kStopEvery = 4096;
  static constexpr int kMaxDepth = 1000;  // of operators around an event

  void sort_in(const QueryTerm& term) {
    switch (term.field) {
      case QueryField::Name:
        name_terms_.push_back(&term);
        break;
      case QueryField::Category:
        category_terms_.push_back(&term);
        break;
      case QueryField::Stream:
      case QueryField::Device:
      case QueryField::Process:
      case QueryField::Thread:
        track_terms_.push_back(&term);
        break;
      case QueryField::Duration:
      case QueryField::Time:
        time_terms_.push_back({&term, {}});
        break;
      case QueryField::Step:
        time_terms_.push_back({&term, step_ranges(term)});
        break;
      case QueryField::Op:
        op_terms_.push_back(&term);
        break;
      case QueryField::Shape:
      case QueryField::Argument:
        text_terms_.push_back(&term);
        break;
    }
  }

  [[nodiscard]] std::vector<TimeRange> step_ranges(const QueryTerm& term) const {
    std::vector<TimeRange> ranges;
    for (const Step& step : steps_of_term(snapshot_, term)) ranges.push_back(step.range);
    return ranges;
  }

  [[nodiscard]] bool fits_track(const Track& track) const {
    return std::ranges::all_of(track_terms_, [&](const QueryTerm* term) {
      const bool fits = term->field == QueryField::Stream   ? track.stream == term->number
                        : term->field == QueryField::Device ? track.device == term->number
                        : term->field == QueryField::Process
                            ? term->text.matches(snapshot_.text(track.process))
                            : term->text.matches(snapshot_.text(track.thread));
      return fits != term->exclude;
    });
  }

  [[nodiscard]] bool fits_category(std::string_view name) const {
    return std::ranges::all_of(category_terms_, [&](const QueryTerm* term) {
      const std::string_view shown = name.empty() ? "(none)" : name;
      const bool same =
          !term->value.empty() && current_category(shown) == current_category(term->value);
      return (same || term->text.matches(shown)) != term->exclude;
    });
  }

  [[nodiscard]] bool fits_name(StringId id) {
    if (name_terms_.empty()) return true;
    std::uint8_t& known = names_[index_of(id)];
    if (known == kUnknown) {
      const std::string_view name = snapshot_.text(id);
      const bool fits = std::ranges::all_of(name_terms_, [&](const QueryTerm* term) {
        return term->text.matches(name) != term->exclude;
      });
      known = fits ? 1 : 0;
    }
    return known == 1;
  }

  void search_chunk(const TrackChunk& chunk, const Track& track) {
    count_work(Work::Events, chunk.size());
    for (std::uint32_t slice = 0; slice < chunk.size(); ++slice) {
      if (slice % kStopEvery == 0 && stop_.stop_requested()) return;
      if (!category_fits_[index_of(chunk.category[slice])] || !fits_name(chunk.name[slice])) {
        continue;
      }
      consider({chunk.id_of(slice), chunk.start_ns[slice], chunk.dur_ns[slice], chunk.name[slice],
                chunk.category[slice], chunk.link[slice], chunk.place[slice], &track});
    }
  }

  void search_instants(const Track& track) {
    if (!snapshot_.instants) return;
    const InstantTable& instants = *snapshot_.instants;
    const std::size_t t = index_of(track.id);
    if (t + 1 >= instants.track_begin.size()) return;
    for (std::uint32_t i = instants.track_begin[t]; i < instants.track_begin[t + 1]; ++i) {
      if (i % kStopEvery == 0 && stop_.stop_requested()) return;
      if (!category_fits_[index_of(instants.category[i])] || !fits_name(instants.name[i])) continue;
      consider({EventId{index_of(instants.first_id) + i}, instants.time_ns[i], 0, instants.name[i],
                instants.category[i], EventId::None, instants.place[i], &track});
    }
  }

  void consider(const Candidate& candidate) {
    if (!fits_times(candidate) || !fits_ops(candidate)) return;
    if (text_terms_.empty()) {
      take(candidate);
    } else {
      unread_.push_back(candidate);
    }
  }

  struct TimeTerm {
    const QueryTerm* term;
    std::vector<TimeRange> steps;
  };

  [[nodiscard]] bool fits_times(const Candidate& candidate) const {
    return std::ranges::all_of(time_terms_, [&](const TimeTerm& one) {
      const QueryTerm& term = *one.term;
      bool fits = false;
      if (term.field == QueryField::Duration) {
        fits = holds(term, candidate.dur_ns);
      } else if (term.field == QueryField::Time) {
        const Ns origin_ns = term.from_start ? saturating_sub(0, snapshot_.extent.begin_ns)
                                             : snapshot_.info.base_ns.value_or(0);
        fits = holds(term, saturating_add(candidate.time_ns, origin_ns));
      } else {
        const Ns time_ns = begun_at(candidate);
        fits = std::ranges::any_of(one.steps,
                                   [&](const TimeRange& step) { return step.contains(time_ns); });
      }
      return fits != term.exclude;
    });
  }

  /// The time that decides the step: for GPU work, that of its launch.
  [[nodiscard]] Ns begun_at(const Candidate& candidate) const {
    const CategoryKind kind = snapshot_.kind_of(candidate.category);
    if (!is_gpu_work(kind) && kind != CategoryKind::GpuSync) return candidate.time_ns;
    const auto launch = snapshot_.find_slice(candidate.link);
    return launch ? launch->chunk->start_ns[launch->slice] : candidate.time_ns;
  }

  /// The operator itself, or the one that launched or contains the event; None for annotations,
  /// Python frames and unlinked work.
  [[nodiscard]] EventId innermost_op(const Candidate& candidate) const {
    const CategoryKind kind = snapshot_.kind_of(candidate.category);
    if (kind == CategoryKind::CpuOp) return candidate.event;
    if (kind == CategoryKind::PythonFunction) return EventId::None;
    EventId at = candidate.link;
    for (int step = 0; step < 2 && at != EventId::None; ++step) {
      const auto home = snapshot_.find_slice(at);
      if (!home) return EventId::None;
      if (snapshot_.kind_of(home->chunk->category[home->slice]) == CategoryKind::CpuOp) return at;
      at = home->chunk->link[home->slice];
    }
    return EventId::None;
  }

  [[nodiscard]] bool fits_ops(const Candidate& candidate) const {
    return std::ranges::all_of(op_terms_, [&](const QueryTerm* term) {
      return has_op_around(candidate, *term) != term->exclude;
    });
  }

  [[nodiscard]] bool has_op_around(const Candidate& candidate, const QueryTerm& term) const {
    EventId at = innermost_op(candidate);
    for (int depth = 0; at != EventId::None && depth < kMaxDepth; ++depth) {
      const auto home = snapshot_.find_slice(at);
      if (!home) return false;
      if (term.text.matches(snapshot_.text(home->chunk->name[home->slice]))) return true;
      at = home->chunk->link[home->slice];
    }
    return false;
  }

  /// Reads in file order, because seeking in a compressed file is slow.
  void read_texts() {
    std::ranges::sort(unread_, {}, [](const Candidate& a) { return a.place.offset(); });
    for (const Candidate& candidate : unread_) {
      if (stop_.stop_requested()) break;
      if (!fits_text(candidate)) continue;
      take(candidate);
    }
  }

  void take(const Candidate& candidate) {
    found_.push_back({candidate.time_ns, candidate.dur_ns, candidate.event, candidate.track,
                      is_on_gpu(snapshot_.kind_of(candidate.category))});
  }

  [[nodiscard]] bool fits_text(const Candidate& candidate) {
    std::optional<JsonValue> event;
    for (const QueryTerm* term : text_terms_) {
      bool fits = false;
      if (term->field == QueryField::Shape) {
        fits = fits_shape(innermost_op(candidate), *term);
      } else {
        if (!event) event = read_ ? read_(candidate.event) : std::nullopt;
        const JsonValue* value = event ? find_argument(*event, term->key) : nullptr;
        fits = value != nullptr && term->text.matches(value->to_text(true));
      }
      if (fits == term->exclude) return false;
    }
    return true;
  }

  /// Caches the result for each operator, since many kernels share one.
  [[nodiscard]] bool fits_shape(EventId op, const QueryTerm& term) {
    if (op == EventId::None) return false;
    auto& known = shapes_[&term];
    const auto [at, fresh] = known.try_emplace(op, false);
    if (!fresh) return at->second;
    const std::optional<JsonValue> event = read_ ? read_(op) : std::nullopt;
    const JsonValue* dims = event ? find_argument(*event, "Input Dims") : nullptr;
    at->second = dims != nullptr && has_shape(*dims, term.shape);
    return at->second;
  }

  FoundEvents in_time_order() {
    std::ranges::sort(found_, [](const Hit& a, const Hit& b) {
      return a.time_ns != b.time_ns ? a.time_ns < b.time_ns : a.event < b.event;
    });
    FoundEvents out;
    out.events.reserve(found_.size());
    std::unordered_map<const Track*, Ns> covered_until;
    for (const Hit& hit : found_) {
      out.events.push_back(hit.event);
      out.total_dur_ns = saturating_add(out.total_dur_ns, hit.dur_ns);
      if (hit.on_gpu) out.gpu_dur_ns = saturating_add(out.gpu_dur_ns, hit.dur_ns);
      const Ns end_ns = saturating_add(hit.time_ns, hit.dur_ns);
      Ns& until_ns = covered_until.try_emplace(hit.track, hit.time_ns).first->second;
      const Ns more_ns = std::max<Ns>(0, saturating_sub(end_ns, std::max(until_ns, hit.time_ns)));
      until_ns = std::max(until_ns, end_ns);
      out.covered_ns = saturating_add(out.covered_ns, more_ns);
      if (hit.on_gpu) out.gpu_covered_ns = saturating_add(out.gpu_covered_ns, more_ns);
    }
    return out;
  }

  const Snapshot& snapshot_;
  const ReadEvent& read_;
  const std::stop_token& stop_;
  std::vector<const QueryTerm*> track_terms_, name_terms_, category_terms_, op_terms_, text_terms_;
  std::vector<TimeTerm> time_terms_;
  std::vector<std::uint8_t> names_;  // by name: whether it matches, or kUnknown
  std::vector<bool> category_fits_;
  std::unordered_map<const QueryTerm*, std::unordered_map<EventId, bool>> shapes_;
  std::vector<Candidate> unread_;  // match all terms except those about their text
  std::vector<Hit> found_;
};

}  // namespace

FoundEvents search_events(const Snapshot& snapshot, const EventQuery& query, const ReadEvent& read,
                          const std::stop_token& stop) {
  return Search(snapshot, query, read, stop).run();
}

}  // namespace lanescope
