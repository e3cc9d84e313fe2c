#include "core/analysis/memory/categories.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/name_test.h"
#include "core/analysis/events/step_ranges.h"
#include "core/base/threads/parallel.h"
#include "core/base/threads/work.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, kMemoryCategories> kNames = {
    "parameter",  "optimizer_state", "input",           "temporary",
    "activation", "gradient",        "autograd_detail", "unknown"};
/// Real stacks are a few tens deep.
constexpr int kMaxDepth = 1000;

/// What encloses a record.
struct Site {
  std::uint8_t around = 0;  // flags of Around
  EventId outermost_op = EventId::None;

  [[nodiscard]] bool in(std::uint8_t what) const { return (around & what) != 0; }
};

/// What the name of an event implies for everything inside it; flags.
enum Around : std::uint8_t {
  kBackward = 1,
  kOptimizer = 2,
  kZeroGrad = 4,
  kLoader = 8,
  kAnnotation = 16,  // not an operator
};

/// The flags of each name. A trace has few names, but may have millions of records.
std::vector<std::uint8_t> names_around(const Snapshot& snapshot) {
  std::vector<std::uint8_t> around(snapshot.strings->size());
  for (std::uint32_t i = 0; i < around.size(); ++i) {
    const std::string_view name = snapshot.text(StringId{i});
    const auto note = [&](bool is, Around what) {
      if (is) around[i] = static_cast<std::uint8_t>(around[i] | what);
    };
    note(name.starts_with("autograd::engine::evaluate_function"), kBackward);
    note(name.starts_with("Optimizer.step"), kOptimizer);
    note(name.starts_with("Optimizer.zero_grad"), kZeroGrad);
    note(name.starts_with("enumerate(Data"), kLoader);
    note(is_annotation_name(name), kAnnotation);
    count_work(Work::NameBytes, name.size());
  }
  return around;
}

class Estimator {
 public:
  Estimator(const Snapshot& snapshot, const AllocationList& list, std::span<const StepRange> steps,
            const AnnotationTrees& annotations)
      : snapshot_(snapshot),
        list_(list),
        names_(names_around(snapshot)),
        annotations_(annotations),
        steps_(steps) {
    find_uploads();
  }

  /// What to remember from one block to the next: most are near it.
  struct Hints {
    explicit Hints(const Snapshot& snapshot)
        : slices(snapshot), born(snapshot.tracks.size()), died(snapshot.tracks.size()) {}

    SliceFinder slices;
    std::vector<std::uint32_t> born, died;  // by track: where an annotation was found
  };

  [[nodiscard]] MemoryCategory of(const Allocation& block, Hints& hints) const {
    const Site born = site_of(block.event, hints.slices, hints.born);
    const bool freed = block.range.end_ns != kMaxNs;
    if (freed && is_inside(born.outermost_op, block.range.end_ns, hints.slices))
      return MemoryCategory::Temporary;
    if (born.in(kLoader) || uploads_.contains(born.outermost_op)) return MemoryCategory::Input;
    if (born.in(kOptimizer)) {
      return lives_past_steps(block, 1) ? MemoryCategory::OptimizerState : MemoryCategory::Unknown;
    }
    const Site died =
        freed ? site_of(list_.memory->event[block.free_record], hints.slices, hints.died) : Site{};
    if (born.in(kBackward)) {
      const bool kept = died.in(kZeroGrad | kOptimizer) || lives_past_steps(block, 0);
      if (kept) return MemoryCategory::Gradient;
      return died.in(kBackward) ? MemoryCategory::AutogradDetail : MemoryCategory::Unknown;
    }
    return died.in(kBackward) ? MemoryCategory::Activation : MemoryCategory::Unknown;
  }

 private:
  /// Finds the outermost operators of host-to-device copies.
  void find_uploads() {
    NameTest to_device(snapshot_,
                       [](std::string_view name) { return name.find("HtoD") != name.npos; });
    SliceFinder slices(snapshot_);
    for_each_gpu_event(
        snapshot_, whole_window(),
        [&](const Track&, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
          if (kind != CategoryKind::Memcpy || !to_device(chunk.name[slice])) return;
          const auto launch = slices.find(chunk.link[slice]);
          if (launch) uploads_.insert(outermost(launch->chunk->link[launch->slice], slices));
        });
    uploads_.erase(EventId::None);
  }

  [[nodiscard]] EventId outermost(EventId op, SliceFinder& slices) const {
    Site site;
    climb(op, site, slices);
    return site.outermost_op;
  }

  void note(StringId name, Site& site) const {
    site.around = static_cast<std::uint8_t>(site.around | names_[index_of(name)]);
  }

  void climb(EventId op, Site& site, SliceFinder& slices) const {
    for (int depth = 0; op != EventId::None && depth < kMaxDepth; ++depth) {
      const auto home = slices.find(op);
      count_work(Work::Events);
      if (!home) return;
      const StringId name = home->chunk->name[home->slice];
      note(name, site);
      if ((names_[index_of(name)] & kAnnotation) == 0) site.outermost_op = op;
      op = home->chunk->link[home->slice];
    }
  }

  [[nodiscard]] Site site_of(EventId record, SliceFinder& slices,
                             std::vector<std::uint32_t>& hints) const {
    const InstantTable& instants = *snapshot_.instants;
    const std::uint32_t instant = index_of(record) - index_of(instants.first_id);
    Site site;
    climb((*list_.ops)[instant], site, slices);
    const auto& begins = instants.track_begin;
    const auto after = std::ranges::upper_bound(begins, instant);
    const auto track = static_cast<std::size_t>(after - begins.begin()) - 1;
    const AnnotationTree& tree = annotations_[track];
    std::uint32_t at = tree.innermost_at(instants.time_ns[instant], hints[track]);
    for (int depth = 0; at != kNoParent && depth < kMaxDepth; ++depth) {
      note(tree[at].name, site);
      count_work(Work::Events);
      at = tree[at].parent;
    }
    return site;
  }

  [[nodiscard]] static bool is_inside(EventId op, Ns time_ns, SliceFinder& slices) {
    const auto home = slices.find(op);
    return home && time_ns <= home->chunk->end_ns(home->slice);
  }

  /// Whether a block outlives the step it was allocated in and `more` further steps; false outside
  /// steps.
  [[nodiscard]] bool lives_past_steps(const Allocation& block, std::size_t more) const {
    const auto after =
        std::ranges::upper_bound(steps_, block.range.begin_ns, {},
                                 [](const StepRange& step) { return step.range.begin_ns; });
    if (after == steps_.begin()) return false;
    const std::size_t last =
        std::min(static_cast<std::size_t>(after - steps_.begin()) - 1 + more, steps_.size() - 1);
    return block.range.end_ns >= steps_[last].range.end_ns;
  }

  const Snapshot& snapshot_;
  const AllocationList& list_;
  std::vector<std::uint8_t> names_;  // flags of Around, by name
  const AnnotationTrees& annotations_;
  std::span<const StepRange> steps_;
  std::unordered_set<EventId> uploads_;
};

}  // namespace

std::string_view memory_category_name(MemoryCategory category) {
  return kNames[static_cast<std::size_t>(category)];
}

std::vector<MemoryCategory> estimate_categories(const Snapshot& snapshot,
                                                const AllocationList& list) {
  return estimate_categories(snapshot, list, step_ranges(snapshot), find_annotations(snapshot));
}

std::vector<MemoryCategory> estimate_categories(const Snapshot& snapshot,
                                                const AllocationList& list,
                                                std::span<const StepRange> steps,
                                                const AnnotationTrees& annotations) {
  const Estimator estimator(snapshot, list, steps, annotations);
  std::vector<MemoryCategory> categories(list.blocks.size());
  constexpr std::size_t kPiece = 4096;
  const std::size_t pieces = (categories.size() + kPiece - 1) / kPiece;
  parallel_for(pieces, hardware_threads(), [&](std::size_t piece, unsigned) {
    const std::size_t end = std::min(categories.size(), (piece + 1) * kPiece);
    count_work(Work::Events, end - piece * kPiece);
    Estimator::Hints hints(snapshot);
    for (std::size_t i = piece * kPiece; i < end; ++i)
      categories[i] = estimator.of(list.blocks[i], hints);
  });
  return categories;
}

std::vector<MemoryChange> category_changes(const AllocationList& list,
                                           std::span<const MemoryCategory> categories) {
  constexpr std::uint32_t kNone = 0xFFFFFFFFU;
  std::size_t frees = 0;
  std::vector<std::uint32_t> freed_by(list.memory->time_ns.size(), kNone);  // by record: the block
  for (std::uint32_t i = 0; i < list.blocks.size(); ++i) {
    if (list.blocks[i].range.end_ns == kMaxNs) continue;
    freed_by[list.blocks[i].free_record] = i;
    ++frees;
  }
  std::vector<MemoryChange> changes;
  changes.reserve(list.blocks.size() + frees);
  std::size_t next = 0;  // of the blocks, which are in record order
  for (std::uint32_t record = 0; record < freed_by.size(); ++record) {
    // If an address is reused, the old block is freed first.
    if (const std::uint32_t i = freed_by[record]; i != kNone) {
      changes.push_back({list.blocks[i].range.end_ns, -list.blocks[i].bytes, categories[i]});
    }
    if (next == list.blocks.size() || list.blocks[next].record != record) continue;
    changes.push_back(
        {list.blocks[next].range.begin_ns, list.blocks[next].bytes, categories[next]});
    ++next;
  }
  return changes;
}

CategoryCurve category_curve(std::span<const MemoryChange> changes) {
  CategoryCurve curve;
  for_each_total(changes, [&](Ns time_ns, const CategoryBytes& bytes) {
    curve.time_ns.push_back(time_ns);
    curve.bytes.push_back(bytes);
  });
  return curve;
}

}  // namespace lanescope
