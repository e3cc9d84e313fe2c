// ChannelDecoder: one writer's stretch of a capture: its tables of texts and what it has open.
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
#include "core/readers/capture/sink.h"
#include "core/store/place.h"

namespace lanescope {

// What PyTorch's allocator holds, as the part of ours in a target's Python samples it: two counters
// for each device, told one right after the other (capture/py/lanescope_boot). Both are one
// "[memory]" event with totals and neither bytes nor an address, since nobody tells what happened
// between two samples.

/// One of the two counters: "GPU 0 allocated bytes", "GPU 0 reserved bytes".
struct AllocatorCounter {
  std::int32_t device = 0;
  bool reserved = false;
};
std::optional<AllocatorCounter> allocator_counter(std::string_view name);

/// Puts the two together; one for each channel.
class AllocatorSamples {
 public:
  struct Sample {
    std::int32_t device = 0;
    std::int64_t allocated = 0, reserved = 0;
    Place place;  // from the first record to the end of the second
  };
  /// A sample when `counter` is the second of two.
  std::optional<Sample> take(const AllocatorCounter& counter, const wire::CounterRecord& record,
                             Place place);

 private:
  struct First {
    std::int64_t bytes = 0;
    Place place;
  };
  std::map<std::int32_t, First> first_;
};

/// The arguments of such an event, from the bytes of Sample::place and the first counter's name.
JsonObject allocator_arguments(std::span<const std::byte> bytes, std::string_view name);

/// One record as it stands in the file.
struct CaptureRecord {
  wire::RecordHeader header{};
  std::uint64_t offset = 0;
  std::span<const std::byte> bytes;  // header included

  [[nodiscard]] wire::RecordType type() const { return wire::RecordType{header.type}; }
  [[nodiscard]] Place place() const { return {offset, bytes.size()}; }
  /// Its fixed part; what a record of an older writer does not have is 0.
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

/// Calls visit(record) for the records that stand one behind the other in `bytes`, at `offset` of
/// the file. False where one has a size that cannot be; what is behind it is left.
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

  /// A new thread writes here: its texts count from the start.
  void begin(CaptureTable& table, std::uint32_t number);
  [[nodiscard]] CaptureTable& table() const { return *table_; }
  /// In CaptureIndex::tables.
  [[nodiscard]] std::uint32_t table_number() const { return number_; }
  [[nodiscard]] std::uint32_t tid() const { return table_->tid; }

  void define_string(const CaptureRecord& record, CaptureSink& sink);
  void define_code(const CaptureRecord& record, CaptureSink& sink);
  void define_stack(const CaptureRecord& record, CaptureSink& sink);

  struct Text {
    LocalId name = 0;
    bool op = false;  // an operator, as emit_nvtx names them
  };
  /// Unknown numbers give an empty name.
  [[nodiscard]] Text text(std::uint32_t number) const {
    return number == 0 || number > texts_.size() ? Text{} : texts_[number - 1];
  }

  /// Of the names of devices, which are kept as they are.
  [[nodiscard]] std::string plain(std::uint32_t number) const {
    return number == 0 || number > plain_.size() ? std::string() : plain_[number - 1];
  }

  [[nodiscard]] AllocatorSamples& allocator() { return allocator_; }

  /// Something begins.
  void open(const CaptureSink::Slice& slice, bool call, std::uint64_t id);
  /// The range of that number (0: the innermost one); others stay open, since ranges may cross. The
  /// call with that id, and what is open within it. False when there is none.
  bool close_range(std::uint32_t number, Ns time_ns, CaptureSink& sink);
  bool close_call(std::uint64_t id, Ns time_ns, CaptureSink& sink);
  /// Records are missing from here on: nobody knows what of the open ended meanwhile.
  void close_all(Ns time_ns, CaptureSink& sink);
  /// The capture ends.
  void leave_open(CaptureSink& sink);
  void forget_open() { open_.clear(); }

  struct Open {
    CaptureSink::Slice slice;
    bool call = false;
    std::uint64_t id = 0;
  };
  [[nodiscard]] const std::vector<Open>& open_slices() const { return open_; }

 private:
  using FromInnermost = std::vector<Open>::reverse_iterator;
  /// How far out an end may look for its begin, so that ends without one can not cost for ever.
  FromInnermost furthest();
  /// So many open ones were looked at.
  void pass(std::ptrdiff_t open);
  void close_down_to(std::size_t depth, Ns time_ns, CaptureSink& sink);

  /// Of the first texts of a channel the wording is kept.
  static constexpr std::size_t kPlainTexts = 64;

  CaptureTable* table_;
  std::uint32_t number_;
  std::vector<Text> texts_;
  std::vector<std::string> plain_;
  std::vector<Open> open_;
  std::uint64_t passed_ = 0;  // of open_, in looks for a begin
  AllocatorSamples allocator_;
};

}  // namespace lanescope
