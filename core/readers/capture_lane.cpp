#include "core/readers/capture_lane.h"

#include <algorithm>
#include <iterator>

#include "core/readers/capture_names.h"

namespace lanescope {
namespace {

/// Numbers are given out one after the other; a writer that leaps is broken, and must not make the
/// table as long as its largest number.
constexpr std::uint32_t kMostAhead = 1U << 16;

bool note(std::vector<std::uint64_t>& offsets, std::uint32_t number, std::uint64_t offset) {
  if (number == 0 || number > offsets.size() + kMostAhead) return false;
  if (number > offsets.size()) offsets.resize(number, 0);
  offsets[number - 1] = offset;
  return true;
}

}  // namespace

void CaptureLane::begin(CaptureTable& table, std::uint32_t number) {
  table_ = &table;
  number_ = number;
  texts_.clear();
  plain_.clear();
}

void CaptureLane::define_string(const CaptureRecord& record, CaptureSink& sink) {
  if (!note(table_->strings, record.header.aux, record.offset))
    return sink.issue(Issue::BrokenRecord, record.offset, "a text's number");
  const auto fixed = record.as<wire::StringRecord>();
  const auto bytes = record.behind(sizeof fixed, fixed.bytes);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  texts_.resize(table_->strings.size());
  Text& out = texts_[record.header.aux - 1];
  if (record.header.aux <= kPlainTexts) {
    plain_.resize(std::max<std::size_t>(plain_.size(), record.header.aux));
    plain_[record.header.aux - 1] = text;
  }
  if (text.starts_with("_Z")) {
    out = {sink.text(kernel_name(std::string(text))), false};
  } else {
    const RangeText range = parse_range_text(text);
    out = {sink.text(range.name), is_operator(range)};
  }
}

void CaptureLane::define_code(const CaptureRecord& record) {
  note(table_->codes, record.header.aux, record.offset);
}

void CaptureLane::define_stack(const CaptureRecord& record) {
  note(table_->stacks, record.header.aux, record.offset);
}

void CaptureLane::open(const CaptureSink::Slice& slice, bool call, std::uint64_t id) {
  const std::uint16_t above = open_.empty() ? std::uint16_t{0} : open_.back().slice.row;
  open_.push_back({slice, call, id});
  open_.back().slice.row =
      open_.size() == 1
          ? std::uint16_t{0}
          : static_cast<std::uint16_t>(std::min<int>(above + 1, LocalLane::kAnyRow - 1));
}

void CaptureLane::close_down_to(std::size_t depth, Ns time_ns, CaptureSink& sink) {
  while (open_.size() > depth) {
    CaptureSink::Slice& slice = open_.back().slice;
    slice.end_ns = time_ns;
    sink.slice(slice);
    open_.pop_back();
  }
}

bool CaptureLane::close_range(std::uint32_t number, Ns time_ns, CaptureSink& sink) {
  const auto at = std::find_if(open_.rbegin(), open_.rend(), [number](const Open& o) {
    return !o.call && (number == 0 || o.id == number);
  });
  if (at == open_.rend()) return false;
  at->slice.end_ns = time_ns;
  sink.slice(at->slice);
  open_.erase(std::next(at).base());
  return true;
}

bool CaptureLane::close_call(std::uint64_t id, Ns time_ns, CaptureSink& sink) {
  const auto at = std::find_if(open_.rbegin(), open_.rend(),
                               [id](const Open& o) { return o.call && o.id == id; });
  if (at == open_.rend()) return false;
  close_down_to(static_cast<std::size_t>(open_.rend() - at) - 1, time_ns, sink);
  return true;
}

void CaptureLane::close_all(Ns time_ns, CaptureSink& sink) {
  close_down_to(0, time_ns, sink);
}

void CaptureLane::leave_open(CaptureSink& sink) {
  for (Open& open : open_) {
    open.slice.open = true;
    sink.slice(open.slice);
  }
  open_.clear();
}

}  // namespace lanescope
