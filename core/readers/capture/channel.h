// ChannelDecoder: the state of one channel of a capture: its string tables and open slices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capture/wire/records.h"
#include "core/base/text/json_value.h"
#include "core/readers/capture/index.h"
#include "core/readers/capture/process.h"
#include "core/readers/rows/row_sink.h"
#include "core/store/place.h"

namespace lanescope {

// Samples of PyTorch's allocator, taken by our code in the target's Python: two counters per
// device, written one after the other (capture/py/lanescope_boot). A pair becomes a "[memory]"
// event with totals but without the size and address of an allocation, since what happened between
// samples is unknown.

/// A counter's name: "GPU 0 allocated bytes", "GPU 0 reserved bytes".
struct AllocatorCounter {
  std::int32_t device = 0;
  bool reserved = false;
};
std::optional<AllocatorCounter> allocator_counter(std::string_view name);

/// Pairs the two counters; one per channel.
class AllocatorSamples {
 public:
  struct Sample {
    std::int32_t device = 0;
    std::int64_t allocated = 0, reserved = 0;
    Place place;  // from the start of the first record to the end of the second
  };
  /// Returns a sample if `counter` is the second of the two.
  std::optional<Sample> take(const AllocatorCounter& counter, const wire::CounterRecord& record,
                             Place place);

 private:
  struct First {
    std::int64_t bytes = 0;
    Place place;
  };
  std::map<std::int32_t, First> first_;
};

/// The arguments of such an event, from the bytes at Sample::place and the first counter's name.
JsonObject allocator_arguments(std::span<const std::byte> bytes, std::string_view name);

/// A record as it is in the file.
struct CaptureRecord {
  wire::RecordHeader header{};
  std::uint64_t offset = 0;
  std::span<const std::byte> bytes;  // including the header

  [[nodiscard]] wire::RecordType type() const { return wire::RecordType{header.type}; }
  [[nodiscard]] Place place() const { return {offset, bytes.size()}; }
  /// The fixed part; fields missing from records of older versions are 0.
  template <typename Record>
  [[nodiscard]] Record as() const {
    Record record{};
    std::memcpy(&record, bytes.data(), std::min(sizeof record, bytes.size()));
    return record;
  }
  /// What follows the fixed part, at most `wanted` bytes.
  [[nodiscard]] std::span<const std::byte> behind(std::size_t fixed, std::size_t wanted) const {
    if (bytes.size() <= fixed) return {};
    return bytes.subspan(fixed, std::min(wanted, bytes.size() - fixed));
  }
};

/// The user had asked to record nothing for a while.
inline bool is_pause(const CaptureRecord& record) {
  return record.type() == wire::RecordType::Gap &&
         wire::GapReason{record.header.aux} == wire::GapReason::Paused;
}

/// Calls visit(record) for consecutive records in `bytes`, which start at `offset` in the file.
/// False if a record has an invalid size; the rest is skipped.
template <typename Visit>
bool each_record(std::span<const std::byte> bytes, std::uint64_t offset, const Visit& visit) {
  while (bytes.size() >= sizeof(wire::RecordHeader)) {
    CaptureRecord record;
    record.offset = offset;
    std::memcpy(&record.header, bytes.data(), sizeof record.header);
    const std::size_t size = record.header.words * wire::kWord;
    if (size == 0 || size > bytes.size()) return false;
    record.bytes = bytes.first(size);
    visit(record);
    offset += size;
    bytes = bytes.subspan(size);
  }
  return true;
}

class ChannelDecoder {
 public:
  ChannelDecoder(CaptureTable& table, std::uint32_t number) : table_(&table), number_(number) {}

  /// Another thread uses the channel now: string numbers start over.
  void begin(CaptureTable& table, std::uint32_t number);
  [[nodiscard]] CaptureTable& table() const { return *table_; }
  /// Index in CaptureIndex::tables.
  [[nodiscard]] std::uint32_t table_number() const { return number_; }
  [[nodiscard]] std::uint32_t tid() const { return table_->tid; }

  [[nodiscard]] wire::ChannelKind kind() const { return kind_; }
  void set_kind(wire::ChannelKind kind) { kind_ = kind; }

  /// A chunk of the channel was written at that time, after so many places at which chunks of the
  /// recording are missing.
  void write_at(Ns time_ns, std::uint64_t damages) {
    written_ns_ = time_ns;
    damages_ = damages;
  }
  [[nodiscard]] Ns written_ns() const { return written_ns_; }
  /// Whether its chunks may be among those that are missing: there are more such places now.
  [[nodiscard]] bool misses(std::uint64_t damages) const { return damages_ != damages; }

  /// Of a channel of samples, only the place is noted: its texts are no names.
  void define_string(const CaptureRecord& record, RowSink& sink);
  void define_code(const CaptureRecord& record, RowSink& sink);
  void define_stack(const CaptureRecord& record, RowSink& sink);

  struct Text {
    LocalId name = 0;
    bool op = false;             // an operator, named by emit_nvtx
    bool engine_call = false;    // in which autograd's engine calls an operator
    std::int64_t sequence = -1;  // autograd's number; negative: none
  };
  /// Unknown numbers return an empty name.
  [[nodiscard]] Text text(std::uint32_t number) const {
    return number == 0 || number > texts_.size() ? Text{} : texts_[number - 1];
  }

  /// The original text, for names of devices and counters. Only the first kPlainTexts are kept.
  [[nodiscard]] std::string plain(std::uint32_t number) const {
    return number == 0 || number > plain_.size() ? std::string() : plain_[number - 1];
  }

  [[nodiscard]] AllocatorSamples& allocator() { return allocator_; }

  /// A BegunEarlier record: the next one tells of something that the recording has from then on.
  void note_earlier(const CaptureRecord& record) { earlier_ = record.place(); }
  /// Where it is told of, together with such a record before it.
  [[nodiscard]] Place place_of(const CaptureRecord& record) const;

  /// Opens a slice.
  void open(const RowSink::Slice& slice, bool call, std::uint64_t id, bool engine_call = false);
  /// Whether the innermost open slice is a call by autograd's engine.
  [[nodiscard]] bool in_engine_call() const { return !open_.empty() && open_.back().engine_call; }
  /// close_range closes the range with that number (0: the innermost) and leaves others open, since
  /// ranges may overlap. close_call closes the call with that id and everything inside it. False if
  /// there is none.
  bool close_range(std::uint32_t number, Ns time_ns, RowSink& sink);
  bool close_call(std::uint64_t id, Ns time_ns, RowSink& sink);
  /// The capture has ended, or records are missing from here on, so that which open slices ended
  /// meanwhile is unknown: emits them as far as they were recorded. kMinNs: to the end of the
  /// trace.
  void leave_open(Ns until_ns, RowSink& sink);

  struct Open {
    RowSink::Slice slice;
    bool call = false;
    std::uint64_t id = 0;
    bool engine_call = false;
  };
  [[nodiscard]] const std::vector<Open>& open_slices() const { return open_; }

 private:
  using FromInnermost = std::vector<Open>::reverse_iterator;
  /// How far out an end searches for its begin. Limited, to bound the cost of ends without one.
  FromInnermost furthest();
  /// Counts the open slices that were searched.
  void pass(std::ptrdiff_t open);
  void close_down_to(std::size_t depth, Ns time_ns, RowSink& sink);

  /// Only the first strings of a channel are kept as plain text.
  static constexpr std::size_t kPlainTexts = 64;

  CaptureTable* table_;
  std::uint32_t number_;
  wire::ChannelKind kind_ = wire::ChannelKind::Thread;
  std::vector<Text> texts_;
  std::vector<std::string> plain_;
  std::vector<Open> open_;
  std::uint64_t passed_ = 0;  // open slices searched so far
  AllocatorSamples allocator_;
  Place earlier_;  // of the last BegunEarlier record
  Ns written_ns_ = 0;
  std::uint64_t damages_ = 0;
};

}  // namespace lanescope
