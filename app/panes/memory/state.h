// What the Memory pane shows, computed in the background.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "imgui.h"

#include "app/panes/pane/trace_view.h"
#include "app/widgets/draw/ui.h"
#include "core/view/memory/layout.h"
#include "core/view/memory/report.h"
#include "core/view/memory/rows.h"
#include "core/view/results/background.h"

namespace lanescope {

using AllBlocks = std::vector<DeviceBlocks>;

/// The tables next to the picture.
enum class MemoryTableKind : std::uint8_t { Live, LiveByOperator, Allocators, Spikes, All };

/// Tables of the blocks that are alive at the cursor.
inline bool shows_alive(MemoryTableKind kind) {
  return kind == MemoryTableKind::Live || kind == MemoryTableKind::LiveByOperator;
}
/// Tables with one row per block, and a filter field.
inline bool lists_blocks(MemoryTableKind kind) {
  return kind == MemoryTableKind::Live || kind == MemoryTableKind::All;
}

/// The view of the lanes where nothing covers it: below the details of a narrow window, they may go
/// on beyond the end of the trace, which a picture beside them must not.
Viewport uncovered(Viewport lanes);

class MemoryState {
 public:
  explicit MemoryState(const std::function<void()>& wake)
      : labels_(wake), reports_(wake), pictures_(wake), rows_(wake), texts_(wake) {}

  // What the user has chosen.
  std::size_t device = 0;
  std::optional<MemoryCursor> wanted_cursor;  // nullopt: the peak
  MemoryTableKind table = MemoryTableKind::Live;
  BlockOrder order = BlockOrder::Bytes;
  bool falling = true;
  std::string filter;

  /// Call once per frame: requests what is missing. `picture` is the size of the picture.
  void refresh(const Ui& ui, TraceView& view, ImVec2 picture);
  [[nodiscard]] bool busy() const { return busy_; }

  /// Null while the blocks are being read; may be empty.
  [[nodiscard]] const std::shared_ptr<const AllBlocks>& all() const { return all_; }
  // The following functions require that all() has the device.
  /// Of the device shown; a newly chosen device is shown from the next refresh on.
  [[nodiscard]] const DeviceBlocks& blocks() const { return (*all_)[shown_.device]; }
  [[nodiscard]] BlockTexts texts() const { return {*snapshot_, blocks(), sources()}; }
  /// What the colors mean; empty while it is computed.
  [[nodiscard]] const BlockColors& colors() const;
  /// Of a group of the picture; null while it is computed.
  [[nodiscard]] const BlockOwner* owner(std::uint8_t group) const;
  /// For bands that combine many blocks.
  [[nodiscard]] ColorRole role_of_group(std::uint8_t group) const;
  [[nodiscard]] ColorRole role_of_block(std::uint32_t block) const;
  [[nodiscard]] std::uint8_t shade_of_block(std::uint32_t block) const;
  // Null while it is computed for the first time.
  [[nodiscard]] const MemoryReport* report() const { return report_.get(); }
  [[nodiscard]] const BlockPicture* picture() const { return pictures_.value().get(); }
  /// Null also while only those of another table are available.
  [[nodiscard]] const BlockRows* rows() const;

  /// The time that the live blocks are listed for; nullopt if there is no record.
  [[nodiscard]] std::optional<MemoryCursor> cursor() const;
  void go_to_peak() { wanted_cursor.reset(); }

  /// The table as text, to be called on a worker; empty if there is none. Cost: a few pointers.
  [[nodiscard]] std::function<std::string()> table_text(FileFormat format) const;
  /// Puts the listed blocks on the clipboard once they are formatted.
  void copy_rows();
  [[nodiscard]] bool has_sources() const { return labels_now_ && !sources().of_block.empty(); }

 private:
  struct DeviceKey {
    std::uint64_t generation = 0;
    std::size_t device = 0;
    friend bool operator==(const DeviceKey&, const DeviceKey&) = default;
  };
  struct ReportKey {
    DeviceKey device;
    std::optional<TimeRange> range;
    SharedThresholds thresholds;
    friend bool operator==(const ReportKey&, const ReportKey&) = default;
  };
  struct PictureKey {
    DeviceKey device;
    BlockQuery query;
    friend bool operator==(const PictureKey&, const PictureKey&) = default;
  };
  struct RowsKey {
    DeviceKey device;
    BlockRowsQuery query;
    friend bool operator==(const RowsKey&, const RowsKey&) = default;
  };
  struct CopyKey {
    std::shared_ptr<const BlockRows> rows;
    int number = 0;
    friend bool operator==(const CopyKey&, const CopyKey&) = default;
  };

  [[nodiscard]] const BlockSources& sources() const;
  [[nodiscard]] std::size_t usual_device() const;
  void take_device(const TraceView& view);
  void refresh_labels(TraceView& view);
  void refresh_report(const TraceView& view);
  void refresh_picture(const TraceView& view, ImVec2 size);
  void refresh_rows(const TraceView& view);
  void refresh_copy(const Ui& ui);

  bool busy_ = false;
  std::shared_ptr<const Snapshot> snapshot_;
  std::shared_ptr<const AllBlocks> all_;
  DeviceKey shown_;
  ReportKey report_key_;
  std::shared_ptr<const BlockLabels> labels_now_;
  std::shared_ptr<const MemoryReport> report_;
  CopyKey copy_;
  Background<DeviceKey, BlockLabels> labels_;
  Background<ReportKey, MemoryReport> reports_;
  Latest<PictureKey, BlockPicture> pictures_;
  Latest<RowsKey, BlockRows> rows_;
  Background<CopyKey, std::string> texts_;
};

}  // namespace lanescope
