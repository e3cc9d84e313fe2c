#include "app/panes/memory/state.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/panes/tables/table_copy.h"
#include "app/widgets/clipboard.h"
#include "core/view/colors/role.h"
#include "core/view/memory/report.h"

namespace lanescope {
namespace {

std::string whole_table_text(std::shared_ptr<const Snapshot> snapshot, DataTable table,
                             FileFormat format) {
  TableExcerpt all{std::move(snapshot), nullptr, {}, {}, format};
  all.rows.resize(table.rows.size());
  std::iota(all.rows.begin(), all.rows.end(), 0U);
  all.columns.resize(table.columns.size());
  std::iota(all.columns.begin(), all.columns.end(), std::size_t{0});
  all.table = std::make_shared<const DataTable>(std::move(table));
  return excerpt_text(all);
}

}  // namespace

Viewport uncovered(Viewport lanes) {
  lanes.set_covered_px(0);
  return lanes;
}

void MemoryState::refresh(const Ui& ui, TraceView& view, ImVec2 picture) {
  snapshot_ = view.snapshot();
  busy_ = true;
  const auto all = view.insights.ask(InsightScope::Whole, &device_blocks);
  all_ = all.current ? all.value : nullptr;
  if (!all_) return;
  busy_ = false;
  if (all_->empty()) return;
  take_device(view);
  refresh_labels(view);
  if (!labels_now_) return;
  refresh_picture(view, picture);
  refresh_report(view);
  refresh_rows(view);
  refresh_copy(ui);
}

/// The device that holds the most memory; the host comes last.
std::size_t MemoryState::usual_device() const {
  const auto rank = [](const DeviceBlocks& blocks) {
    const MemoryTrack& memory = *blocks.list.memory;
    return std::pair(!is_host_memory(memory.device_type), memory.peak_allocated);
  };
  const auto most = std::ranges::max_element(*all_, {}, rank);
  return static_cast<std::size_t>(most - all_->begin());
}

void MemoryState::take_device(const TraceView& view) {
  if (shown_.generation != view.generation()) device = usual_device();
  const DeviceKey key{view.generation(), device};
  if (key == shown_) return;
  if (shown_.generation != key.generation) wanted_cursor.reset();
  shown_ = key;
  labels_now_.reset();
  report_.reset();
  pictures_.forget();
  rows_.forget();
  if (!blocks().list.has_addresses && table != MemoryTableKind::All)
    table = MemoryTableKind::Allocators;
}

void MemoryState::refresh_labels(TraceView& view) {
  if (labels_now_) return;
  const auto answer = labels_.ask(shown_, [snapshot = snapshot_, all = all_, number = device,
                                           read = view.reader()](const std::stop_token& stop) {
    return label_blocks(*snapshot, (*all)[number], read, stop);
  });
  if (answer.current) labels_now_ = answer.value;
  busy_ = busy_ || !answer.current;
}

void MemoryState::refresh_report(const TraceView& view) {
  const ReportKey key{shown_, view.selection.range(), view.thresholds};
  if (report_ && report_key_ == key) return;
  const auto results = view.insights.results();
  if (!results || results->trace() != snapshot_) return;
  const TracePart part{key.range ? WindowKind::Range : WindowKind::Whole, key.range,
                       key.thresholds};
  const auto answer = reports_.ask(key, [results, part, all = all_, labels = labels_now_,
                                         number = device](const std::stop_token& stop) {
    return results->make(part, stop, [&](const AnalysisResults& in) {
      return report_memory(in, (*all)[number], labels->sources, number, stop);
    });
  });
  busy_ = busy_ || !answer.current;
  if (!answer.current) return;
  report_ = answer.value;
  report_key_ = key;
}

void MemoryState::refresh_picture(const TraceView& view, ImVec2 size) {
  if (size.x < 1 || size.y < 1) return;
  // Half a view more on each side, so panning finds data there.
  const TimeView shown = uncovered(view.viewport).target();
  TimeView wide = shifted(shown, -shown.span_ns / 2);
  wide.span_ns *= 2;
  const PictureKey wanted{shown_, {wide, 2.0 * size.x, size.y}};
  pictures_.ask(wanted, [this](const PictureKey& key) {
    return [all = all_, labels = labels_now_, key](const std::stop_token& stop) {
      return lay_out_blocks((*all)[key.device.device], labels->colors.owner_of, key.query, stop);
    };
  });
  busy_ = busy_ || !pictures_.current();
}

void MemoryState::refresh_rows(const TraceView& view) {
  RowsKey wanted{shown_, {}};
  if (table != MemoryTableKind::All) {
    wanted.query.alive_at = cursor();
    if (!wanted.query.alive_at) return;
  } else {
    wanted.query.range = view.selection.range();
  }
  wanted.query.order = order;
  wanted.query.falling = falling;
  if (lists_blocks(table)) wanted.query.filter = filter;
  rows_.ask(wanted, [this](const RowsKey& key) {
    return [snapshot = snapshot_, all = all_, labels = labels_now_,
            key](const std::stop_token& stop) {
      return list_blocks({*snapshot, (*all)[key.device.device], labels->sources}, key.query, stop);
    };
  });
  busy_ = busy_ || !rows_.current();
}

const BlockRows* MemoryState::rows() const {
  const auto& key = rows_.value_key();
  if (!key || key->query.alive_at.has_value() != shows_alive(table)) return nullptr;
  if (!lists_blocks(table) && !key->query.filter.empty()) return nullptr;
  return rows_.value().get();
}

std::optional<MemoryCursor> MemoryState::cursor() const {
  if (wanted_cursor) return wanted_cursor;
  if (!report_ || !report_->device.peak_at_ns) return std::nullopt;
  return MemoryCursor{*report_->device.peak_at_ns, report_->device.peak_record};
}

const BlockSources& MemoryState::sources() const {
  static const BlockSources kNone;
  return labels_now_ ? labels_now_->sources : kNone;
}

const BlockColors& MemoryState::colors() const {
  static const BlockColors kNone;
  return labels_now_ ? labels_now_->colors : kNone;
}

const BlockOwner* MemoryState::owner(std::uint8_t group) const {
  return group < colors().owners.size() ? &colors().owners[group] : nullptr;
}

ColorRole MemoryState::role_of_group(std::uint8_t group) const {
  const BlockOwner* known = owner(group);
  return known != nullptr ? known->role : ColorRole::Python;
}

ColorRole MemoryState::role_of_block(std::uint32_t block) const {
  const auto& owner_of = colors().owner_of;
  return block < owner_of.size() ? role_of_group(owner_of[block]) : ColorRole::Python;
}

std::uint8_t MemoryState::shade_of_block(std::uint32_t block) const {
  const bool known = labels_now_ && block < labels_now_->shades.size();
  return known ? labels_now_->shades[block] : std::uint8_t{0};
}

std::function<std::string()> MemoryState::table_text(FileFormat format) const {
  if (!all_ || all_->empty() || !labels_now_) return {};
  const auto text_of = [this, format](auto make) -> std::function<std::string()> {
    return [make, format, snapshot = snapshot_, all = all_, labels = labels_now_,
            number = shown_.device] {
      const BlockTexts texts{*snapshot, (*all)[number], labels->sources};
      return whole_table_text(snapshot, make(texts), format);
    };
  };
  if (table == MemoryTableKind::Allocators || table == MemoryTableKind::Spikes) {
    if (!report_) return {};
    if (table == MemoryTableKind::Allocators)
      return text_of(
          [report = report_](const BlockTexts& texts) { return allocator_table(texts, *report); });
    if (!report_->device.spikes) return {};
    return text_of([report = report_](const BlockTexts& texts) {
      return spike_table(texts, *report->device.spikes);
    });
  }
  if (rows() == nullptr) return {};
  if (table == MemoryTableKind::LiveByOperator)
    return text_of([listed = rows_.value()](const BlockTexts& texts) {
      return block_group_table(texts, *listed);
    });
  return text_of(
      [listed = rows_.value()](const BlockTexts& texts) { return block_table(texts, *listed); });
}

void MemoryState::copy_rows() {
  if (rows() != nullptr) copy_ = {rows_.value(), copy_.number + 1};
}

void MemoryState::refresh_copy(const Ui& ui) {
  if (!copy_.rows) return;
  const auto answer =
      texts_.ask(copy_, [snapshot = snapshot_, all = all_, labels = labels_now_, number = device,
                         rows = copy_.rows](const std::stop_token&) {
        const BlockTexts texts{*snapshot, (*all)[number], labels->sources};
        return whole_table_text(snapshot, block_table(texts, *rows), FileFormat::Csv);
      });
  busy_ = busy_ || !answer.current;
  if (!answer.current) return;
  copy_text(ui, *answer.value, "the list as CSV");
  copy_.rows.reset();
}

}  // namespace lanescope
