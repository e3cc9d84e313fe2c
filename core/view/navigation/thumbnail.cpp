#include "core/view/navigation/thumbnail.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/analysis/ops/allocations.h"
#include "core/view/lanes/model.h"
#include "core/view/lanes/tree.h"
#include "core/view/text/memory_device.h"
#include "core/view/timeline/busiest_tracks.h"
#include "core/view/timeline/viewport.h"
#include "core/view/timeline/whole_view.h"

namespace lanescope {
namespace {

constexpr std::string_view kHead = "lanescope thumbnail 1\n";
constexpr std::uint32_t kThreadRows = 4, kOtherRows = 2;

class Painter {
 public:
  explicit Painter(const Snapshot& snapshot) : snapshot_(snapshot), roles_(snapshot.strings) {
    viewport_.set_width_px(Thumbnail::kColumns);
    viewport_.set_extent(whole_view(snapshot));
    viewport_.show(first_view(snapshot));
  }

  Thumbnail paint() {
    for (const LaneGroup& group : build_lane_tree(snapshot_).groups) {
      for (const Lane& lane : group.lanes) add(lane);
      if (row_ > 0) ++row_;  // an empty row between groups
      if (row_ >= Thumbnail::kRows) break;
    }
    return thumbnail_;
  }

 private:
  void add(const Lane& lane) {
    if (row_ >= Thumbnail::kRows) return;
    if (lane.kind == LaneKind::Steps) {
      add_rows(model_.steps(snapshot_, viewport_), 0, 1);
    } else if (lane.kind == LaneKind::Slices && lane.role != LaneRole::Profiler) {
      const bool host = lane.role == LaneRole::MainThread || lane.role == LaneRole::Autograd;
      const std::uint32_t first = std::min(lane.first_row, lane.rows - 1);
      const std::uint32_t rows = std::min(lane.rows - first, host ? kThreadRows : kOtherRows);
      add_rows(model_.slices(snapshot_, lane.track, rows, viewport_, roles_, first), first, rows);
    } else if (lane.kind == LaneKind::Memory && is_memory_snapshot(snapshot_)) {
      add_curve(*snapshot_.memory[lane.index]);
    }
  }

  /// Snapshots have nothing else to show: their devices share the rows that are left.
  void add_curve(const MemoryTrack& memory) {
    const std::size_t left = Thumbnail::kRows - row_;
    const std::size_t rows =
        std::min(left, std::max<std::size_t>(kThreadRows, left / snapshot_.memory.size()));
    const auto peak = static_cast<float>(std::max<std::int64_t>(1, memory.peak_allocated));
    for (std::size_t column = 0; column < Thumbnail::kColumns; ++column) {
      const Ns time_ns = viewport_.time_at(static_cast<double>(column) + 0.5);
      const float height =
          static_cast<float>(rows) * static_cast<float>(allocated_at(memory, time_ns)) / peak;
      for (std::size_t up = 0; up < rows; ++up) {
        const std::size_t row = row_ + rows - 1 - up;
        cover(thumbnail_.cells[row * Thumbnail::kColumns + column], ColorRole::Copy,
              height - static_cast<float>(up));
      }
    }
    row_ += rows;
  }

  void add_rows(std::span<const LaneRect> rects, std::uint32_t first, std::uint32_t rows) {
    for (const LaneRect& rect : rects) {
      const std::size_t row = row_ + rect.row - first;
      if (rect.row >= first && rect.row - first < rows && row < Thumbnail::kRows) fill(rect, row);
    }
    row_ += rows;
  }

  void fill(const LaneRect& rect, std::size_t row) {
    const float right = static_cast<float>(Thumbnail::kColumns);
    const float x0 = std::clamp(rect.x0_px, 0.0F, right);
    const float x1 = std::clamp(rect.x1_px, 0.0F, right);
    for (std::size_t column = static_cast<std::size_t>(x0); static_cast<float>(column) < x1;
         ++column) {
      const auto left = static_cast<float>(column);
      const float covered = (std::min(x1, left + 1) - std::max(x0, left)) * rect.busy;
      cover(thumbnail_.cells[row * Thumbnail::kColumns + column], rect.role, covered);
    }
  }

  static void cover(Thumbnail::Cell& cell, ColorRole role, float share) {
    const auto level = static_cast<int>(
        std::ceil(std::clamp(share, 0.0F, 1.0F) * static_cast<float>(Thumbnail::kLevels)));
    if (level <= 0) return;
    if (level > cell.level) cell.role = role;
    cell.level = static_cast<std::uint8_t>(std::min<int>(cell.level + level, Thumbnail::kLevels));
  }

  const Snapshot& snapshot_;
  RoleTable roles_;
  LaneModel model_;
  Viewport viewport_;
  Thumbnail thumbnail_;
  std::size_t row_ = 0;
};

}  // namespace

bool Thumbnail::empty() const {
  return std::ranges::all_of(cells, [](const Cell& cell) { return cell.level == 0; });
}

Thumbnail make_thumbnail(const Snapshot& snapshot) {
  return Painter(snapshot).paint();
}

std::string thumbnail_bytes(const Thumbnail& thumbnail, std::string_view about) {
  std::string bytes(kHead);
  bytes += about;
  bytes += '\n';
  for (const Thumbnail::Cell& cell : thumbnail.cells) {
    bytes += static_cast<char>(cell.level << 4U | static_cast<unsigned>(cell.role));
  }
  return bytes;
}

std::optional<Thumbnail> parse_thumbnail(std::string_view bytes, std::string_view about) {
  Thumbnail thumbnail;
  if (bytes.size() != kHead.size() + about.size() + 1 + thumbnail.cells.size()) return std::nullopt;
  if (!bytes.starts_with(kHead) || bytes.substr(kHead.size(), about.size()) != about)
    return std::nullopt;
  bytes.remove_prefix(kHead.size() + about.size() + 1);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if ((byte & 15U) >= kRoleCount) return std::nullopt;
    thumbnail.cells[i] = {static_cast<ColorRole>(byte & 15U),
                          static_cast<std::uint8_t>(byte >> 4U)};
  }
  return thumbnail;
}

}  // namespace lanescope
