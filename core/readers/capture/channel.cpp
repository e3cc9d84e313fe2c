#include "core/readers/capture/channel.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/base/threads/work.h"
#include "core/readers/capture/names.h"
#include "core/readers/rows/range_text.h"
#include "core/store/engine_call.h"

namespace lanescope {
namespace {

/// In between there are at most the definitions of their names.
constexpr std::uint64_t kMostApart = 4096;
constexpr std::size_t kMostDevices = 1024;
constexpr std::int64_t kCuda = 1;  // c10::DeviceType

/// Counters are doubles, which are exact for any realistic number of bytes.
std::int64_t bytes_of(double value) {
  constexpr double kMost = 9e18;
  return std::isfinite(value) && value > 0 ? static_cast<std::int64_t>(std::min(value, kMost)) : 0;
}

/// Records the offset of a definition; false, and reported, if the number is invalid.
bool note(std::vector<std::uint64_t>& offsets, const CaptureRecord& record, std::string_view what,
          RowSink& sink) {
  const std::uint32_t number = record.header.aux;
  if (number > offsets.size() && sink.may_miss(number - offsets.size() - 1, record.offset))
    offsets.resize(number, 0);
  const bool fits = number != 0 && number <= offsets.size();
  if (fits)
    offsets[number - 1] = record.offset;
  else
    sink.lost(Issue::BrokenRecord, record.offset, what);
  return fits;
}

}  // namespace

std::optional<AllocatorCounter> allocator_counter(std::string_view name) {
  constexpr std::string_view kGpu = "GPU ";
  if (!name.starts_with(kGpu)) return std::nullopt;
  name.remove_prefix(kGpu.size());
  const std::size_t space = name.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  const auto device = token_int(name.substr(0, space));
  const std::string_view what = name.substr(space + 1);
  const bool reserved = what == "reserved bytes";
  if (!device || *device < 0 || *device > INT32_MAX || (!reserved && what != "allocated bytes"))
    return std::nullopt;
  return AllocatorCounter{static_cast<std::int32_t>(*device), reserved};
}

std::optional<AllocatorSamples::Sample> AllocatorSamples::take(const AllocatorCounter& counter,
                                                               const wire::CounterRecord& record,
                                                               Place place) {
  if (!counter.reserved) {
    if (first_.size() < kMostDevices) first_[counter.device] = {bytes_of(record.value), place};
    return std::nullopt;
  }
  const auto first = first_.find(counter.device);
  if (first == first_.end()) return std::nullopt;
  Sample sample{counter.device, first->second.bytes, bytes_of(record.value), {}};
  const std::uint64_t begin = first->second.place.offset();
  const std::uint64_t end = place.offset() + place.length();
  LANESCOPE_CHECK(begin < end,
                  "the second counter behind the first, which stands at {}; it ends at {}", begin,
                  end);
  // Otherwise another chunk is in between: the values are valid, but the arguments are those of the
  // second record alone.
  sample.place = end - begin <= kMostApart ? Place(begin, end - begin) : place;
  first_.erase(first);
  return sample;
}

JsonObject allocator_arguments(std::span<const std::byte> bytes, std::string_view name) {
  const auto counter = allocator_counter(name);
  wire::CounterRecord first{}, second{};
  if (!counter || bytes.size() < sizeof first) return {};
  std::memcpy(&first, bytes.data(), sizeof first);
  std::memcpy(&second, bytes.data() + bytes.size() - sizeof second, sizeof second);
  JsonObject args{{"Device Type", JsonValue{kCuda}},
                  {"Device Id", JsonValue{std::int64_t{counter->device}}},
                  {"Bytes", JsonValue{std::int64_t{0}}}};
  if (!counter->reserved) args.emplace_back("Total Allocated", JsonValue{bytes_of(first.value)});
  args.emplace_back("Total Reserved", JsonValue{bytes_of(second.value)});
  return args;
}

void ChannelDecoder::begin(CaptureTable& table, std::uint32_t number) {
  LANESCOPE_CHECK(open_.empty(), "nothing open of the thread before, not {} slices", open_.size());
  table_ = &table;
  number_ = number;
  texts_.clear();
  plain_.clear();
}

void ChannelDecoder::define_string(const CaptureRecord& record, RowSink& sink) {
  if (!note(table_->strings, record, "a text's number", sink)) return;
  if (kind_ == wire::ChannelKind::Samples) return;
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
    out.name = sink.text(kernel_name(std::string(text)));
  } else {
    const RangeText range = parse_range_text(text);
    out = {sink.text(range.name), is_operator(range), range.name.starts_with(kAutogradEngineCall),
           range.sequence.value_or(-1)};
  }
}

void ChannelDecoder::define_code(const CaptureRecord& record, RowSink& sink) {
  note(table_->codes, record, "a code object's number", sink);
}

void ChannelDecoder::define_stack(const CaptureRecord& record, RowSink& sink) {
  note(table_->stacks, record, "a stack's number", sink);
}

Place ChannelDecoder::place_of(const CaptureRecord& record) const {
  const bool is_next =
      earlier_.length() != 0 && earlier_.offset() + earlier_.length() == record.offset;
  return is_next ? Place(earlier_.offset(), earlier_.length() + record.bytes.size())
                 : record.place();
}

void ChannelDecoder::open(const RowSink::Slice& slice, bool call, std::uint64_t id,
                          bool engine_call) {
  const std::uint16_t above = open_.empty() ? std::uint16_t{0} : open_.back().slice.row;
  open_.push_back({slice, call, id, engine_call});
  open_.back().slice.row =
      open_.size() == 1
          ? std::uint16_t{0}
          : static_cast<std::uint16_t>(std::min<int>(above + 1, LocalSliceKind::kAnyRow - 1));
}

void ChannelDecoder::close_down_to(std::size_t depth, Ns time_ns, RowSink& sink) {
  LANESCOPE_CHECK(depth <= open_.size(), "at most {} open slices, not {}", open_.size(), depth);
  while (open_.size() > depth) {
    RowSink::Slice& slice = open_.back().slice;
    slice.end_ns = time_ns;
    sink.slice(slice);
    open_.pop_back();
  }
}

ChannelDecoder::FromInnermost ChannelDecoder::furthest() {
  constexpr std::uint64_t kMostPassed = 100'000'000;
  constexpr std::ptrdiff_t kNear = 256;
  if (passed_ < kMostPassed || std::ssize(open_) <= kNear) return open_.rend();
  return open_.rbegin() + kNear;
}

void ChannelDecoder::pass(std::ptrdiff_t open) {
  LANESCOPE_CHECK(open >= 0 && open <= std::ssize(open_), "at most {} open slices, not {}",
                  open_.size(), open);
  passed_ += static_cast<std::uint64_t>(open);
  count_work(Work::Lookups, static_cast<std::uint64_t>(open));
}

bool ChannelDecoder::close_range(std::uint32_t number, Ns time_ns, RowSink& sink) {
  const auto end = furthest();
  const auto at = std::find_if(open_.rbegin(), end, [number](const Open& o) {
    return !o.call && (number == 0 || o.id == number);
  });
  pass(at - open_.rbegin());
  if (at == end) return false;
  at->slice.end_ns = time_ns;
  sink.slice(at->slice);
  open_.erase(std::next(at).base());
  return true;
}

bool ChannelDecoder::close_call(std::uint64_t id, Ns time_ns, RowSink& sink) {
  const auto end = furthest();
  const auto at =
      std::find_if(open_.rbegin(), end, [id](const Open& o) { return o.call && o.id == id; });
  pass(at - open_.rbegin());
  if (at == end) return false;
  close_down_to(static_cast<std::size_t>(open_.rend() - at) - 1, time_ns, sink);
  return true;
}

void ChannelDecoder::leave_open(Ns until_ns, RowSink& sink) {
  for (Open& open : open_) {
    open.slice.open = true;
    const bool is_known = until_ns != kMinNs;
    open.slice.end_ns =
        is_known ? std::max(until_ns, saturating_add(open.slice.begin_ns, 1)) : kMinNs;
    sink.slice(open.slice);
  }
  open_.clear();
}

}  // namespace lanescope
