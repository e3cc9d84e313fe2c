#include "core/view/memory/layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lanescope {
namespace {

constexpr double kLeastPx = 1.5;  // least height of a block with its own band
constexpr std::size_t kMostDrawn = 4000;
constexpr int kMostTries = 14;
constexpr int kTriesByTime = 6;  // before reducing the number of blocks

/// A moment at which the picture shows the state after a record.
struct Sample {
  Ns time_ns = 0;
  std::uint32_t record = kNoBlock;  // kNoBlock: before the first
};

class BlockSweep {
 public:
  BlockSweep(const DeviceBlocks& device, std::span<const std::uint8_t> groups,
             const BlockQuery& query, const std::stop_token& stop)
      : device_(device),
        groups_(groups),
        blocks_(device.list.blocks),
        memory_(*device.list.memory),
        stop_(stop) {
    range_ = {query.view.begin_ns, shifted(query.view, query.view.span_ns).begin_ns};
    range_.end_ns = std::max(saturating_add(range_.end_ns, 1), range_.begin_ns);
    const BlockScale scale = block_scale(device);
    const double bytes =
        static_cast<double>(scale.to_bytes) - static_cast<double>(scale.from_bytes);
    bytes_per_px_ = bytes / std::max(1.0, query.height_px);
    least_move_ = bytes_per_px_ / 2;
    ns_per_px_ = query.view.span_ns / std::max(1.0, query.width_px);
    first_ = record_after(range_.begin_ns);
    end_ = record_after(range_.end_ns);
    find_candidates();
  }

  BlockPicture run() {
    BlockPicture picture;
    for (int i = 0; i < kMostTries && !stop_.stop_requested(); ++i) {
      picture = lay_out();
      if (picture.bands.size() + picture.small.size() <= kMostBands) break;
      ns_per_px_ *= 2;
      least_move_ *= 1.5;
      if (i >= kTriesByTime) bytes_per_px_ *= 1.5;
    }
    return picture;
  }

 private:
  /// The first record later than a time.
  [[nodiscard]] std::uint32_t record_after(Ns time_ns) const {
    const Ns* begin = memory_.time_ns.begin();
    return static_cast<std::uint32_t>(std::upper_bound(begin, memory_.time_ns.end(), time_ns) -
                                      begin);
  }

  void find_candidates() {
    if (first_ > 0) {
      for (const LiveBlock& live : live_set_after(device_.list, first_ - 1).blocks)
        old_.push_back(live.block);
      std::sort(old_.begin(), old_.end());
    }
    candidates_ = old_;
    for (std::uint32_t i = first_; i < end_; ++i) {
      if (device_.begun[i] != kNoBlock) candidates_.push_back(device_.begun[i]);
    }
  }

  /// The states to show for each pixel that has records: the highest, and the one at its end.
  [[nodiscard]] std::vector<Sample> samples() const {
    std::vector<Sample> out{{range_.begin_ns, first_ == 0 ? kNoBlock : first_ - 1}};
    for (std::uint32_t i = first_; i < end_ && !stop_.stop_requested();) {
      const Ns from_ns = memory_.time_ns[i];
      const double pixel = std::floor(from_begin(from_ns) / ns_per_px_);
      const Ns to_ns = time_at((pixel + 1) * ns_per_px_);
      std::uint32_t highest = i, last = i;
      for (; i < end_ && (memory_.time_ns[i] == from_ns || memory_.time_ns[i] < to_ns); ++i) {
        if (memory_.allocated[i] > memory_.allocated[highest]) highest = i;
        last = i;
      }
      out.push_back({from_ns, highest});
      const bool goes_on = memory_.time_ns[last] != from_ns;
      if (highest != last) out.push_back({goes_on ? memory_.time_ns[last] : to_ns, last});
    }
    return out;
  }

  [[nodiscard]] double from_begin(Ns time_ns) const {
    return static_cast<double>(saturating_sub(time_ns, range_.begin_ns));
  }
  [[nodiscard]] Ns time_at(double from_begin_ns) const {
    return shifted({range_.begin_ns, 0, 1}, from_begin_ns).begin_ns;
  }

  /// The largest blocks that are visible.
  [[nodiscard]] std::vector<bool> choose() const {
    std::vector<std::uint32_t> large;
    for (const std::uint32_t i : candidates_) {
      if (static_cast<double>(blocks_[i].bytes) >= kLeastPx * bytes_per_px_) large.push_back(i);
    }
    if (large.size() > kMostDrawn) {
      const auto most = large.begin() + kMostDrawn;
      std::nth_element(large.begin(), most, large.end(), [this](std::uint32_t a, std::uint32_t b) {
        return blocks_[a].bytes > blocks_[b].bytes;
      });
      large.erase(most, large.end());
    }
    std::vector<bool> chosen(blocks_.size());
    for (const std::uint32_t i : large) chosen[i] = true;
    return chosen;
  }

  BlockPicture lay_out() {
    out_ = {};
    out_.range = range_;
    chosen_ = choose();
    stack_.clear();
    small_ = {};
    for (std::size_t i = 0; i < kBlockGroups; ++i) small_[i].group = static_cast<std::uint8_t>(i);
    open_small_.fill(kNoBlock);
    open_before_ = kNoBlock;
    for (const std::uint32_t i : old_) begin(i);
    std::uint32_t next = first_;
    for (const Sample& sample : samples()) {
      if (stop_.stop_requested()) return {};
      for (; sample.record != kNoBlock && next <= sample.record; ++next) {
        if (device_.ended[next] != kNoBlock) end(device_.ended[next], sample.time_ns);
        if (device_.begun[next] != kNoBlock) begin(device_.begun[next]);
      }
      take(sample);
      if (out_.bands.size() + out_.small.size() > 4 * kMostBands) return std::move(out_);
    }
    for (const Standing& standing : stack_) close(standing, range_.end_ns);
    for (std::size_t& open : open_small_) close(out_.small, open, range_.end_ns);
    close(out_.before, open_before_, range_.end_ns);
    drop_empty(out_.small);
    drop_empty(out_.before);
    count();
    return std::move(out_);
  }

  /// A block with its own band that is alive.
  struct Standing {
    BlockBand band;
    bool is_shown = false;
  };

  void begin(std::uint32_t block) {
    if (chosen_[block]) {
      Standing standing;
      standing.band.block = block;
      standing.band.bytes = blocks_[block].bytes;
      stack_.push_back(standing);
    } else {
      MergedBand& small = small_of(block);
      small.bytes = saturating_add(small.bytes, blocks_[block].bytes);
      ++small.count;
    }
  }

  void end(std::uint32_t block, Ns time_ns) {
    if (chosen_[block]) {
      const auto at =
          std::ranges::find(stack_, block, [](const Standing& one) { return one.band.block; });
      if (at == stack_.end()) return;
      close(*at, time_ns);
      stack_.erase(at);
    } else {
      MergedBand& small = small_of(block);
      small.bytes = saturating_sub(small.bytes, blocks_[block].bytes);
      --small.count;
    }
  }

  /// Shows the state after a sample: bands that move by less than half a pixel stay where they are.
  void take(const Sample& sample) {
    MergedBand before;
    if (sample.record != kNoBlock) {
      before.bytes = device_.before[sample.record];
    } else {
      before.bytes = std::max<std::int64_t>(0, device_.list.before_bytes);
    }
    take_merged(out_.before, open_before_, before, sample.time_ns);
    std::int64_t base = before.bytes;
    for (Standing& standing : stack_) {
      if (!standing.is_shown || is_far(standing.band.base_bytes, base)) {
        close(standing, sample.time_ns);
        standing.band.base_bytes = base;
        standing.band.range.begin_ns = sample.time_ns;
        standing.is_shown = true;
      }
      base = saturating_add(base, standing.band.bytes);
    }
    for (std::size_t i = 0; i < kBlockGroups; ++i) {
      small_[i].base_bytes = base;
      take_merged(out_.small, open_small_[i], small_[i], sample.time_ns);
      base = saturating_add(base, small_[i].bytes);
    }
  }

  [[nodiscard]] MergedBand& small_of(std::uint32_t block) {
    const std::uint8_t group =
        groups_.empty() ? static_cast<std::uint8_t>(device_.categories[block]) : groups_[block];
    return small_[group % kBlockGroups];
  }

  void take_merged(std::vector<MergedBand>& bands, std::size_t& open, MergedBand now,
                   Ns time_ns) const {
    if (open != kNoBlock) {
      MergedBand& band = bands[open];
      if (!is_far(band.base_bytes, now.base_bytes) && !is_far(band.bytes, now.bytes)) {
        band.count = std::max(band.count, now.count);
        return;
      }
      close(bands, open, time_ns);
    }
    if (now.bytes <= 0) return;
    open = bands.size();
    now.range = {time_ns, kMaxNs};
    bands.push_back(now);
  }

  [[nodiscard]] bool is_far(std::int64_t a, std::int64_t b) const {
    return std::abs(static_cast<double>(a) - static_cast<double>(b)) > least_move_;
  }

  void close(const Standing& standing, Ns time_ns) {
    if (!standing.is_shown || standing.band.range.begin_ns >= time_ns) return;
    out_.bands.push_back(standing.band);
    out_.bands.back().range.end_ns = time_ns;
  }

  static void close(std::vector<MergedBand>& bands, std::size_t& open, Ns time_ns) {
    if (open != kNoBlock) bands[open].range.end_ns = time_ns;
    open = kNoBlock;
  }

  static void drop_empty(std::vector<MergedBand>& bands) {
    std::erase_if(bands, [](const MergedBand& band) { return band.range.empty(); });
  }

  void count() {
    std::vector<bool> is_drawn(blocks_.size());
    for (const BlockBand& band : out_.bands) {
      if (!is_drawn[band.block]) ++out_.drawn;
      is_drawn[band.block] = true;
    }
    out_.smaller = static_cast<std::uint32_t>(candidates_.size()) - out_.drawn;
  }

  const DeviceBlocks& device_;
  const std::span<const std::uint8_t> groups_;
  const std::vector<Allocation>& blocks_;
  const MemoryTrack& memory_;
  const std::stop_token& stop_;
  TimeRange range_;
  double bytes_per_px_ = 1, ns_per_px_ = 1;
  double least_move_ = 0.5;                // in bytes; a larger move starts another band
  std::uint32_t first_ = 0, end_ = 0;      // records in view
  std::vector<std::uint32_t> old_;         // alive at the start of the view, by allocation
  std::vector<std::uint32_t> candidates_;  // alive in view
  std::vector<bool> chosen_;
  std::vector<Standing> stack_;                   // from the bottom
  std::array<MergedBand, kBlockGroups> small_{};  // what is alive in each group
  // Indices into out_ of bands that are still open; kNoBlock for none.
  std::array<std::size_t, kBlockGroups> open_small_{};
  std::size_t open_before_ = kNoBlock;
  BlockPicture out_;
};

template <typename Band>
const Band* band_in(const std::vector<Band>& bands, Ns time_ns, std::int64_t bytes) {
  const auto band = std::ranges::find_if(bands, [&](const Band& one) {
    return one.range.contains(time_ns) && bytes >= one.base_bytes &&
           bytes < saturating_add(one.base_bytes, one.bytes);
  });
  return band == bands.end() ? nullptr : &*band;
}

}  // namespace

BlockScale block_scale(const DeviceBlocks& device) {
  constexpr std::int64_t kMarginParts = 10;
  BlockScale scale;
  scale.to_bytes = std::max<std::int64_t>(1, device.most);
  const std::int64_t moving = scale.to_bytes - std::min(scale.to_bytes, device.least_before);
  if (moving > 0 && device.least_before > moving) {
    scale.from_bytes = device.least_before - std::min(device.least_before, moving / kMarginParts);
  }
  scale.to_bytes = std::max(scale.to_bytes, saturating_add(scale.from_bytes, 1));
  return scale;
}

BlockPicture lay_out_blocks(const DeviceBlocks& device, std::span<const std::uint8_t> groups,
                            const BlockQuery& query, const std::stop_token& stop) {
  if (device.begun.empty()) return {};
  const bool whole = groups.size() == device.list.blocks.size();
  return BlockSweep(device, whole ? groups : std::span<const std::uint8_t>(), query, stop).run();
}

const BlockBand* band_at(const BlockPicture& picture, Ns time_ns, std::int64_t bytes) {
  return band_in(picture.bands, time_ns, bytes);
}

const MergedBand* merged_at(const std::vector<MergedBand>& bands, Ns time_ns, std::int64_t bytes) {
  return band_in(bands, time_ns, bytes);
}

}  // namespace lanescope
