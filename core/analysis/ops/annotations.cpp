#include "core/analysis/ops/annotations.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/analysis/events/counted_part.h"
#include "core/analysis/events/gpu_events.h"
#include "core/analysis/events/interval_union.h"
#include "core/analysis/ops/annotation_sites.h"

namespace lanescope {
namespace {

constexpr int kMostDepth = 1000;  // as in charges.cpp

class AnnotationTableBuilder {
 public:
  AnnotationTableBuilder(const Snapshot& snapshot, const AnalysisWindow& window)
      : snapshot_(snapshot),
        window_(window),
        sites_(snapshot),
        classes_(snapshot),
        row_of_id_(snapshot.strings->size(), kNoRow) {}

  AnnotationTable build() {
    collect_work();
    for (const Work& work : work_) charge(work);
    sites_.for_each([this](const AnnotationTree::Annotation& one) { count_call(one); });
    for (std::size_t row = 0; row < rows_.size(); ++row)
      rows_[row].span_ns = spans_[row].length_ns();
    std::erase_if(rows_,
                  [](const AnnotationRow& row) { return row.calls == 0 && row.all.events == 0; });
    std::ranges::sort(rows_, [](const AnnotationRow& a, const AnnotationRow& b) {
      if (a.name.empty() != b.name.empty()) return b.name.empty();
      return a.all.total_ns != b.all.total_ns ? a.all.total_ns > b.all.total_ns : a.name < b.name;
    });
    table_.rows = std::move(rows_);
    table_.on_gpu = !sites_.on_host();
    return std::move(table_);
  }

 private:
  struct Work {
    TimeRange range;
    AnnotationSites::Site site;
    GpuClass gpu_class = GpuClass::Compute;
    bool is_kernel = false;
  };

  /// Sorted by start, as RisingUnion requires.
  void collect_work() {
    std::vector<std::size_t> run_begins;
    TrackId last = TrackId::None;
    AnnotationSites::Hints hints = sites_.hints();
    for_each_gpu_event(
        snapshot_, window_,
        [&](const Track& track, const TrackChunk& chunk, std::uint32_t slice, CategoryKind kind) {
          table_.has_gpu_events = true;
          const auto part =
              counted_gpu_part(snapshot_, window_, chunk.range(slice), chunk.link[slice]);
          if (!part) return;
          if (track.id != last) run_begins.push_back(work_.size());
          last = track.id;
          work_.push_back({*part, sites_.site_of(track, chunk, slice, hints),
                           classes_.of(kind, chunk.name[slice]), kind == CategoryKind::Kernel});
        });
    merge_runs(work_, run_begins,
               [](const Work& a, const Work& b) { return a.range.begin_ns < b.range.begin_ns; });
  }

  std::uint32_t row_of(std::string_view name) {
    const auto [known, is_new] =
        row_of_name_.try_emplace(name, static_cast<std::uint32_t>(rows_.size()));
    if (is_new) {
      rows_.emplace_back().name = name;
      spans_.emplace_back();
      charged_.push_back(0);
      longest_ns_.push_back(0);
    }
    return known->second;
  }

  std::uint32_t row_of(const AnnotationTree::Annotation& annotation) {
    std::uint32_t& row = row_of_id_[index_of(annotation.name)];
    if (row == kNoRow) row = row_of(folded_annotation(snapshot_.text(annotation.name)));
    return row;
  }

  static void add(AnnotatedWork& sum, const Work& work) {
    const Ns length_ns = length_of(work.range);
    ++sum.events;
    sum.kernels += work.is_kernel ? 1 : 0;
    sum.total_ns = saturating_add(sum.total_ns, length_ns);
    Ns& of_class = sum.classes_ns[static_cast<std::size_t>(work.gpu_class)];
    of_class = saturating_add(of_class, length_ns);
  }

  void charge_once(std::uint32_t row, const Work& work) {
    if (charged_[row] == charges_) return;
    charged_[row] = charges_;
    add(rows_[row].all, work);
    spans_[row].add(work.range);
  }

  void charge(const Work& work) {
    ++charges_;
    const AnnotationTree* tree = work.site.tree;
    const std::uint32_t own = tree == nullptr ? row_of("") : row_of((*tree)[work.site.at]);
    add(rows_[own].self, work);
    charge_once(own, work);
    if (tree == nullptr) return;
    std::uint32_t at = (*tree)[work.site.at].parent;
    for (int depth = 0; at != kNoParent && depth < kMostDepth; ++depth) {
      charge_once(row_of((*tree)[at]), work);
      at = (*tree)[at].parent;
    }
  }

  void count_call(const AnnotationTree::Annotation& annotation) {
    if (!counted_part(window_, annotation.range)) return;
    const std::uint32_t number = row_of(annotation);
    AnnotationRow& row = rows_[number];
    ++row.calls;
    if (row.longest != EventId::None && length_of(annotation.range) <= longest_ns_[number]) return;
    longest_ns_[number] = length_of(annotation.range);
    row.longest = annotation.event;
  }

  static constexpr std::uint32_t kNoRow = 0xFFFFFFFFU;

  const Snapshot& snapshot_;
  const AnalysisWindow& window_;
  AnnotationSites sites_;
  GpuClasses classes_;
  std::vector<Work> work_;
  AnnotationTable table_;
  std::vector<AnnotationRow> rows_;
  std::vector<RisingUnion> spans_;      // by row
  std::vector<std::uint64_t> charged_;  // by row: the last charge that reached it
  std::uint64_t charges_ = 0;
  std::unordered_map<std::string_view, std::uint32_t> row_of_name_;
  std::vector<std::uint32_t> row_of_id_;  // by StringId: several share a folded name
  std::vector<Ns> longest_ns_;            // by row
};

}  // namespace

AnnotationTable analyse_annotations(const Snapshot& snapshot, const AnalysisWindow& window) {
  return AnnotationTableBuilder(snapshot, window).build();
}

}  // namespace lanescope
