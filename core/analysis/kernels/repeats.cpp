#include "core/analysis/kernels/repeats.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "core/analysis/events/thresholds.h"
#include "core/analysis/kernels/repeat_rows.h"
#include "core/analysis/kernels/window_ranks.h"

namespace lanescope {
namespace {

/// How many distances are tried for each window length.
constexpr std::size_t kMostTried = 4;

/// Adds the most frequent distances from a window to the next equal one.
void add_distances(std::span<const std::uint32_t> ranks, std::size_t most,
                   std::set<std::uint32_t>& distances) {
  std::vector<std::uint32_t> last(ranks.size(), 0);  // by rank: position + 1
  std::vector<std::uint32_t> votes(most + 1);        // by distance
  for (std::uint32_t i = 0; i < ranks.size(); ++i) {
    std::uint32_t& before = last[ranks[i]];
    if (before != 0 && i + 1 - before <= most) ++votes[i + 1 - before];
    before = i + 1;
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> order;
  for (std::uint32_t distance = 1; distance <= most; ++distance) {
    if (votes[distance] != 0) order.emplace_back(distance, votes[distance]);
  }
  const std::size_t tried = std::min(kMostTried, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(tried), order.end(),
                    [](const auto& a, const auto& b) {
                      return a.second != b.second ? a.second > b.second : a.first < b.first;
                    });
  for (std::size_t i = 0; i < tried; ++i) distances.insert(order[i].first);
}

constexpr std::uint32_t kLeastLength = 2;
/// The number of candidates whose occurrences are examined.
constexpr std::size_t kMostCandidates = 64;

/// Positions in sorted order whose next `length` symbols are equal.
struct Candidate {
  std::uint32_t first = 0, last = 0;
  std::uint32_t length = 0;
  // Upper bounds, since occurrences may overlap.
  double most_saved_ns = 0, most_total_ns = 0;
};

/// By time saved; where none is, by GPU time.
bool is_better(const RepeatedKernels& a, const RepeatedKernels& b) {
  return std::pair(a.saved_ns, a.total_ns) > std::pair(b.saved_ns, b.total_ns);
}

class RepeatFinder {
 public:
  explicit RepeatFinder(std::span<const LaunchedKernel> kernels)
      : kernels_(kernels),
        symbols_(symbols_of(kernels)),
        ranks_(symbols_),
        order_(ranks_.sorted()),
        times_ns_(symbols_.size() + 1),
        idle_ns_(symbols_.size() + 1),
        launches_(symbols_.size() + 1),
        marks_(symbols_.size() / kMarks + 1) {
    for (std::uint32_t i = 0; i < symbols_.size(); ++i) {
      const bool separator = kernel_at_[i] == kSeparator;
      times_ns_[i + 1] = saturating_add(times_ns_[i], separator ? 0 : kernel(i).counted_ns);
      idle_ns_[i + 1] = saturating_add(idle_ns_[i], separator ? 0 : kernel(i).idle_before_ns);
      const bool again = i > 0 && !separator && kernel_at_[i - 1] != kSeparator &&
                         is_same_launch(kernel(i - 1), kernel(i));
      launches_[i + 1] = launches_[i] + (again ? 0 : 1);
    }
  }

  std::vector<RepeatedKernels> find() {
    collect();
    std::ranges::sort(candidates_, [](const Candidate& a, const Candidate& b) {
      if (a.most_saved_ns != b.most_saved_ns) return a.most_saved_ns > b.most_saved_ns;
      if (a.most_total_ns != b.most_total_ns) return a.most_total_ns > b.most_total_ns;
      return a.first != b.first ? a.first < b.first : a.length > b.length;
    });
    if (candidates_.size() > kMostCandidates) candidates_.resize(kMostCandidates);
    std::vector<Found> found;
    for (const Candidate& candidate : candidates_) found.push_back(look_at(candidate));
    std::ranges::stable_sort(found, is_better, &Found::repeat);
    return rows_of(found);
  }

 private:
  static constexpr std::uint32_t kSeparator = 0xFFFFFFFFU;
  static constexpr std::uint32_t kMarks = 64;  // in each element of marks_

  struct Found {
    RepeatedKernels repeat;
    std::vector<std::uint32_t> places;
    std::uint32_t length = 0;
  };

  /// Names as numbers; a unique number separates launchers.
  std::vector<std::uint32_t> symbols_of(std::span<const LaunchedKernel> kernels) {
    std::vector<std::uint32_t> symbols;
    std::uint32_t separator = kSeparator;
    for (std::uint32_t i = 0; i < kernels.size(); ++i) {
      if (i != 0 && kernels[i].launcher != kernels[i - 1].launcher) {
        symbols.push_back(separator--);
        kernel_at_.push_back(kSeparator);
      }
      symbols.push_back(index_of(kernels[i].name));
      kernel_at_.push_back(i);
    }
    return symbols;
  }

  /// Finds all maximal ranges of the sorted order with a common prefix.
  void collect() {
    struct Open {
      std::uint32_t first, length;
    };
    std::vector<Open> open;
    const auto size = static_cast<std::uint32_t>(order_.size());
    std::vector<std::uint32_t> left_changes(size + 1);  // before each position of the order
    for (std::uint32_t i = 1; i < size; ++i) {
      left_changes[i] =
          left_changes[i - 1] + (left_of(order_[i]) != left_of(order_[i - 1]) ? 1 : 0);
    }
    for (std::uint32_t i = 1; i <= size; ++i) {
      const std::uint32_t length = i < size ? ranks_.common(order_[i - 1], order_[i]) : 0;
      std::uint32_t first = i - 1;
      while (!open.empty() && open.back().length > length) {
        first = open.back().first;
        const bool left_maximal = left_changes[i - 1] != left_changes[first];
        if (open.back().length >= kLeastLength && left_maximal) {
          candidates_.push_back(bounded(first, i - 1, open.back().length));
        }
        open.pop_back();
      }
      if (length != 0 && (open.empty() || open.back().length < length))
        open.push_back({first, length});
    }
  }

  /// The symbol before a position; unique at the start of a launcher.
  [[nodiscard]] std::uint64_t left_of(std::uint32_t place) const {
    if (place == 0) return ~std::uint64_t{0};
    return symbols_[place - 1];
  }

  [[nodiscard]] Candidate bounded(std::uint32_t first, std::uint32_t last,
                                  std::uint32_t length) const {
    Candidate candidate{first, last, length};
    for (std::uint32_t i = first; i <= last; ++i) {
      candidate.most_saved_ns += static_cast<double>(saved_at(order_[i], length));
      candidate.most_total_ns += static_cast<double>(total_at(order_[i], length));
    }
    return candidate;
  }

  [[nodiscard]] Found look_at(const Candidate& candidate) {
    Found found;
    found.length = candidate.length;
    std::uint32_t free_from = 0;
    for_each_place(candidate, [&](std::uint32_t place) {
      if (place < free_from) return;
      free_from = place + candidate.length;
      found.places.push_back(place);
      add_place(found.repeat, place, candidate.length);
    });
    const std::uint32_t first = found.places.front();
    for (std::uint32_t i = 0; i < candidate.length; ++i) {
      found.repeat.kernels.push_back(kernel(first + i).name);
    }
    return found;
  }

  /// Calls visit(place) for the places of a candidate, ascending. Marks are cheaper than a sort:
  /// candidates have many places or there are few symbols.
  template <typename Visit>
  void for_each_place(const Candidate& candidate, const Visit& visit) {
    for (std::uint32_t i = candidate.first; i <= candidate.last; ++i) {
      marks_[order_[i] / kMarks] |= std::uint64_t{1} << order_[i] % kMarks;
    }
    for (std::uint32_t base = 0; std::uint64_t & marks : marks_) {
      for (; marks != 0; marks &= marks - 1) {
        visit(base + static_cast<std::uint32_t>(std::countr_zero(marks)));
      }
      base += kMarks;
    }
  }

  [[nodiscard]] const LaunchedKernel& kernel(std::uint32_t place) const {
    return kernels_[kernel_at_[place]];
  }

  [[nodiscard]] Ns total_at(std::uint32_t place, std::uint32_t length) const {
    return saturating_sub(times_ns_[place + length], times_ns_[place]);
  }
  /// The first kernel has to be launched in any case.
  [[nodiscard]] Ns saved_at(std::uint32_t place, std::uint32_t length) const {
    return saturating_sub(idle_ns_[place + length], idle_ns_[place + 1]);
  }
  void add_place(RepeatedKernels& repeat, std::uint32_t place, std::uint32_t length) const {
    ++repeat.count;
    repeat.total_ns = saturating_add(repeat.total_ns, total_at(place, length));
    repeat.saved_ns = saturating_add(repeat.saved_ns, saved_at(place, length));
    repeat.saved_launches += launches_[place + length] - launches_[place + 1];
  }

  /// Given the sequences, the best first.
  [[nodiscard]] std::vector<RepeatedKernels> rows_of(const std::vector<Found>& found) const {
    RepeatRows rows(symbols_.size(), kMostRepeats);
    for (const Found& one : found) {
      if (one.repeat.count >= 2) rows.add(one.repeat.kernels, one.places);
    }
    std::vector<RepeatedKernels> repeats;
    for (const RepeatRow& row : rows.rows()) repeats.push_back(repeat_of(row));
    // A row may have lost occurrences to better ones.
    std::ranges::stable_sort(repeats, is_better);
    return repeats;
  }

  [[nodiscard]] RepeatedKernels repeat_of(const RepeatRow& row) const {
    RepeatedKernels repeat;
    repeat.kernels = row.kernels;
    repeat.variants = row.variants;
    repeat.first = kernel(row.places.front()).event;
    for (const std::uint32_t place : row.places) {
      add_place(repeat, place, static_cast<std::uint32_t>(row.kernels.size()));
      repeat.places.push_back(kernel(place).event);
    }
    return repeat;
  }

  std::span<const LaunchedKernel> kernels_;
  std::vector<std::uint32_t> kernel_at_;  // by symbol; filled by symbols_of()
  std::vector<std::uint32_t> symbols_;
  WindowRanks ranks_;
  std::span<const std::uint32_t> order_;  // of ranks_
  std::vector<Ns> times_ns_, idle_ns_;    // prefix sums by symbol
  std::vector<std::uint32_t> launches_;   // the same
  std::vector<std::uint64_t> marks_;      // a bit for each symbol; 0 between candidates
  std::vector<Candidate> candidates_;
};

}  // namespace

std::optional<SequencePeriod> find_period(std::span<const std::uint32_t> symbols) {
  const std::size_t most = symbols.size() / thresholds::kLeastPeriods;
  if (most == 0) return std::nullopt;
  const WindowRanks ranks(symbols);
  std::set<std::uint32_t> distances;
  for (std::size_t l = 0; l < WindowRanks::kLevels; ++l) {
    add_distances(ranks.level(l), most, distances);
  }
  std::optional<SequencePeriod> best;
  for (const std::uint32_t distance : distances) {
    std::size_t same = 0;
    for (std::size_t i = 0; i + distance < symbols.size(); ++i) {
      same += symbols[i] == symbols[i + distance] ? 1 : 0;
    }
    const double match = static_cast<double>(same) / static_cast<double>(symbols.size() - distance);
    if (match < thresholds::kLeastPeriodMatch || (best && match <= best->match)) continue;
    best = {distance, match};
  }
  return best;
}

std::vector<RepeatedKernels> repeated_kernels(std::span<const LaunchedKernel> kernels) {
  return kernels.empty() ? std::vector<RepeatedKernels>{} : RepeatFinder(kernels).find();
}

}  // namespace lanescope
