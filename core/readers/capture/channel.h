// ChannelDecoder: one writer's stretch of a capture: its tables of texts and what it has open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "capture/wire/records.h"
#include "core/readers/capture/allocator.h"
#include "core/readers/capture/index.h"
#include "core/readers/capture/process.h"
#include "core/readers/capture/sink.h"

namespace lanescope {

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
