#include "core/readers/capture/live.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace lanescope {

LiveCapture::LiveCapture(std::unique_ptr<ByteSource> source, std::string name)
    : source_(std::move(source)),
      file_(*source_, CaptureFile::Kind::Growing),
      tables_(one_worker()),
      sink_(store_, *tables_.front()),
      decoder_(sink_, CaptureDecoder::Links::None),
      builder_(store_, tables_) {
  info_.file = std::move(name);
  info_.format = "lanescope-capture";
  info_.base_ns = 0;
  sink_.begin_batch(batch_);
}

void LiveCapture::take(const CaptureChunk& chunk) {
  LANESCOPE_CHECK(has_header_ && !refused_ && !ended_, "a capture that runs, at {}", chunk.offset);
  sink_.written_at(saturating_sub(chunk.header.time_ns, decoder_.clock_shift()));
  if (!decoder_.take(chunk)) ended_ = wire::ChunkKind{chunk.header.kind} == wire::ChunkKind::End;
  const Ns shift = decoder_.clock_shift();
  const Ns now = saturating_sub(chunk.header.time_ns, shift);
  // Before the step was known, a clock that was set forward gave times that were too large.
  now_ns_ = std::exchange(shift_ns_, shift) == shift ? std::max(now_ns_, now) : now;
}

bool LiveCapture::read_some(std::uint64_t most_bytes) {
  if (!has_header_) {
    if (source_->file_bytes() < sizeof(wire::FileHeader)) return false;
    has_header_ = true;
    refused_ = !file_.read_header();
  }
  if (refused_ || ended_) return false;
  const std::uint64_t until = file_.bytes_read() + most_bytes;
  bool any = false;
  while (file_.bytes_read() < until && !ended_) {
    const auto chunk = file_.next();
    if (!chunk) break;
    take(*chunk);
    any = true;
  }
  return any;
}

std::shared_ptr<const Snapshot> LiveCapture::publish() {
  std::vector<LiveBuilder::OpenSlice> open;
  for (const RowSink::Slice& s : decoder_.open_slices())
    open.push_back({s.track, s.name, s.category, s.row, s.begin_ns, s.place});
  info_.devices = device_facts(decoder_.devices());
  info_.file_bytes = info_.text_bytes = file_.bytes_read();
  auto snapshot = builder_.publish(batch_, open, now_ns_, info_);
  store_.release();
  sink_.begin_store();
  return snapshot;
}

LiveCapture::Mark LiveCapture::mark() const {
  Mark mark;
  mark.bytes = file_.bytes_read();
  for (const RowSink::Slice& s : decoder_.open_slices())
    mark.open.emplace_back(s.place.offset(), s.row);
  std::sort(mark.open.begin(), mark.open.end());
  return mark;
}

void LiveCapture::go_on_from(std::shared_ptr<const Snapshot> complete, const Mark& mark,
                             Ns from_ns) {
  LANESCOPE_CHECK(mark.bytes <= bytes_read() && std::ranges::is_sorted(mark.open),
                  "a mark in the {} bytes that were read, not at {}", bytes_read(), mark.bytes);
  publish();  // seals what has been read
  builder_.go_on_from(
      std::move(complete),
      [&](const LiveSlice& slice) {
        const std::uint64_t at = slice.place.offset();
        const auto is_open = [&](std::uint32_t row) {
          return std::ranges::binary_search(mark.open, std::pair(at, row));
        };
        return at >= mark.bytes || is_open(slice.row) || is_open(LiveSlice::kAnyRow);
      },
      from_ns);
  forget_series_before(from_ns);
}

void LiveCapture::forget_series_before(Ns time_ns) {
  std::erase_if(batch_.counters, [&](const RawCounter& c) { return c.time_ns < time_ns; });
  if (batch_.memory.empty())  // memory events refer to instants by index
    std::erase_if(batch_.instants, [&](const RawInstant& i) { return i.time_ns < time_ns; });
}

}  // namespace lanescope
