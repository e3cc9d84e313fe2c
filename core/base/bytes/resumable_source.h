// A source that decodes another one sequentially and can go back: while decoding, read() keeps
// marks, positions from which a second decoder can resume. The decoder decides where marks are
// possible and what they contain.
//
// A Decoder has:
//   Decoder(ByteSource& input, InputOrder order)
//   std::size_t decode(std::span<char> out)   text into `out`; may stop early where a mark is
//   useful,
//                                             0 only at the end
//   std::uint64_t text_offset() const         text bytes decoded so far
//   std::string note() const                  what is wrong with the stream, empty if sound
//   bool is_cut() const                       nothing but that it ends too early
//   bool can_mark() const, Mark mark() const, void restore(const Mark&)
//   struct Mark { std::uint64_t text_offset; std::size_t memory_bytes() const; };
//   static constexpr std::uint64_t kMarkSpacing
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/base/bytes/source_input.h"
#include "core/base/column.h"

namespace lanescope {

template <typename Decoder>
class ResumableSource : public ByteSource {
 public:
  explicit ResumableSource(std::unique_ptr<ByteSource> input)
      : input_(std::move(input)), decoder_(*input_, InputOrder::Sequential) {}

  std::size_t read(std::span<char> out) override {
    std::size_t done = 0;
    while (done < out.size()) {
      place_mark();
      const std::uint64_t to_mark = next_mark_ - std::min(next_mark_, decoder_.text_offset());
      const std::size_t room = out.size() - done;
      const std::size_t wanted =
          to_mark == 0 ? room : static_cast<std::size_t>(std::min<std::uint64_t>(room, to_mark));
      const std::size_t n = decoder_.decode(out.subspan(done, wanted));
      if (n == 0) break;
      done += n;
    }
    return done;
  }

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    const std::lock_guard lock(again_mutex_);
    std::size_t done = 0;
    while (done < out.size()) {
      if (!seek(offset + done)) break;
      const auto skip = static_cast<std::size_t>(offset + done - block_begin_);
      const std::size_t n = std::min(out.size() - done, block_size_ - skip);
      std::copy_n(block_.begin() + skip, n, out.data() + done);
      done += n;
    }
    return done;
  }

  [[nodiscard]] std::uint64_t file_bytes() const override { return input_->file_bytes(); }
  [[nodiscard]] std::uint64_t consumed_bytes() const override { return input_->consumed_bytes(); }

  [[nodiscard]] std::string damage() const override {
    std::string below = input_->damage();
    return below.empty() ? decoder_.note() : below;
  }
  [[nodiscard]] bool is_cut() const override {
    return input_->damage().empty() ? decoder_.is_cut() : input_->is_cut();
  }

  [[nodiscard]] bool changed() const override { return input_->changed(); }

  [[nodiscard]] std::size_t memory_bytes() const override {
    std::size_t bytes = input_->memory_bytes();
    {
      const std::lock_guard lock(marks_mutex_);
      for (const auto& mark : marks_) bytes += sizeof(mark) + mark.memory_bytes();
    }
    const std::lock_guard lock(again_mutex_);
    return bytes + block_.memory_bytes();
  }

 private:
  using Mark = typename Decoder::Mark;
  static constexpr std::size_t kBlockBytes = 8U << 20;   // decoded text kept for the next call
  static constexpr std::size_t kStepBytes = 256U << 10;  // decoded at a time when going back

  void place_mark() {
    if (decoder_.text_offset() < next_mark_ || !decoder_.can_mark()) return;
    const std::lock_guard lock(marks_mutex_);
    marks_.push_back(decoder_.mark());
    next_mark_ = decoder_.text_offset() + Decoder::kMarkSpacing;
  }

  /// Makes the block contain the text byte at `offset`; false if the text ends before it.
  bool seek(std::uint64_t offset) {
    if (offset >= block_begin_ && offset < block_begin_ + block_size_) return true;
    restart_if_shorter(offset);
    while (offset >= again_->text_offset()) {
      if (block_size_ + kStepBytes > kBlockBytes) drop_block();
      if (block_.empty()) block_ = Column<char>(kBlockBytes);
      const std::size_t n = again_->decode(block_.span().subspan(block_size_, kStepBytes));
      block_size_ += n;
      if (n == 0) return false;
    }
    return true;
  }

  /// Goes to the last mark before `offset`, unless the second decoder is already closer.
  void restart_if_shorter(std::uint64_t offset) {
    const std::lock_guard lock(marks_mutex_);
    const auto after = std::ranges::upper_bound(marks_, offset, {}, &Mark::text_offset);
    const std::uint64_t mark_offset = after == marks_.begin() ? 0 : std::prev(after)->text_offset;
    if (again_ && again_->text_offset() <= offset && again_->text_offset() >= mark_offset) return;
    if (!again_ || after == marks_.begin())
      again_ = std::make_unique<Decoder>(*input_, InputOrder::Anywhere);
    if (after != marks_.begin()) again_->restore(*std::prev(after));
    drop_block();
  }

  void drop_block() {
    block_size_ = 0;
    block_begin_ = again_->text_offset();
  }

  std::unique_ptr<ByteSource> input_;
  Decoder decoder_;
  std::uint64_t next_mark_ = Decoder::kMarkSpacing;

  mutable std::mutex marks_mutex_;  // if both are needed, taken after again_mutex_
  std::vector<Mark> marks_;         // by text offset

  mutable std::mutex again_mutex_;
  std::unique_ptr<Decoder> again_;
  Column<char> block_;  // text [block_begin_, again_->text_offset())
  std::size_t block_size_ = 0;
  std::uint64_t block_begin_ = 0;
};

}  // namespace lanescope
