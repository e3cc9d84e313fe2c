#include "core/base/bytes/gzip_source.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <isa-l/igzip_lib.h>

#include "core/base/bytes/resumable_source.h"
#include "core/base/bytes/source_input.h"

namespace lanescope {
namespace {

constexpr const char* kTruncated = "gzip stream is truncated";

class GzipDecoder {
 public:
  static constexpr std::uint64_t kMarkSpacing = 8U << 20;

  struct Mark {
    std::uint64_t text_offset = 0;
    std::uint64_t input_offset = 0;
    bool in_member = false;
    std::vector<char>
        state;  // the inflate_state without the unused part of its window, which comes last
    [[nodiscard]] std::size_t memory_bytes() const { return state.capacity(); }
  };

  GzipDecoder(ByteSource& source, InputOrder order)
      : input_(source, order), state_(std::make_unique<inflate_state>()) {
    isal_inflate_init(state_.get());
    state_->crc_flag = ISAL_GZIP;
  }

  std::size_t decode(std::span<char> out);
  [[nodiscard]] std::uint64_t text_offset() const { return text_offset_; }
  [[nodiscard]] std::string note() const { return note_; }
  [[nodiscard]] bool is_cut() const { return note_ == kTruncated; }

  [[nodiscard]] bool can_mark() const { return !ended_; }
  [[nodiscard]] Mark mark() const;
  void restore(const Mark& mark);

 private:
  bool start_member();
  bool inflate_some();
  void end_with(const char* note);
  void take_pending();

  SourceInput input_;
  std::unique_ptr<inflate_state> state_;
  std::uint64_t text_offset_ = 0;
  bool in_member_ = false;
  bool had_member_ = false;
  bool ended_ = false;
  std::string note_;
};

std::size_t GzipDecoder::decode(std::span<char> out) {
  constexpr std::size_t kMost = 1U << 30;  // avail_out has 32 bits
  const std::size_t wanted = std::min(out.size(), kMost);
  state_->next_out = reinterpret_cast<std::uint8_t*>(out.data());
  state_->avail_out = static_cast<std::uint32_t>(wanted);
  while (!ended_ && state_->avail_out > 0) {
    if (!in_member_ && !start_member()) break;
    if (!inflate_some()) break;
  }
  if (ended_) take_pending();
  const std::size_t done = wanted - state_->avail_out;
  text_offset_ += done;
  return done;
}

/// False if there is no further member.
bool GzipDecoder::start_member() {
  if (input_.have(2) && input_.bytes()[0] == '\x1f' && input_.bytes()[1] == '\x8b') {
    isal_inflate_reset(state_.get());
    in_member_ = true;
    had_member_ = true;
    return true;
  }
  // Zeros after the last member are padding (tape blocks); gzip does not report them either.
  const bool padding = !input_.have(1) || input_.bytes()[0] == '\0';
  end_with(padding        ? ""
           : !had_member_ ? "not a gzip stream"
                          : "bytes after the gzip stream are ignored");
  return false;
}

/// One call of ISA-L. False at the end of what can be decoded.
bool GzipDecoder::inflate_some() {
  const bool more_input = input_.have(1);
  const std::span<const char> in = input_.bytes();
  const std::uint32_t room_before = state_->avail_out;
  state_->next_in =
      reinterpret_cast<std::uint8_t*>(const_cast<char*>(in.data()));  // ISA-L only reads it
  state_->avail_in = static_cast<std::uint32_t>(in.size());
  const int result = isal_inflate(state_.get());
  const std::size_t eaten = in.size() - state_->avail_in;
  input_.eat(eaten);
  if (result == ISAL_INCORRECT_CHECKSUM) {
    note_ = "gzip checksum does not match";  // this member is over; the next one may be sound
    in_member_ = false;
    return true;
  }
  if (result < 0) {
    end_with("gzip stream is corrupt");
    return false;
  }
  if (state_->block_state == ISAL_BLOCK_FINISH) {
    in_member_ = false;
    return true;
  }
  if (eaten == 0 && state_->avail_out == room_before) {
    end_with(more_input ? "gzip stream is corrupt" : kTruncated);
    return false;
  }
  return true;
}

void GzipDecoder::end_with(const char* note) {
  ended_ = true;
  if (note_.empty()) note_ = note;
}

/// Takes the text that ISA-L decoded before it reached a fault and still holds: the user should get
/// everything up to the fault.
void GzipDecoder::take_pending() {
  if (!in_member_) return;
  const auto held = static_cast<std::uint32_t>(state_->tmp_out_valid - state_->tmp_out_processed);
  const std::uint32_t n = std::min(held, state_->avail_out);
  std::memcpy(state_->next_out, state_->tmp_out_buffer + state_->tmp_out_processed, n);
  state_->tmp_out_processed += static_cast<std::int32_t>(n);
  state_->next_out += n;
  state_->avail_out -= n;
}

GzipDecoder::Mark GzipDecoder::mark() const {
  const std::size_t bytes =
      offsetof(inflate_state, tmp_out_buffer) + static_cast<std::size_t>(state_->tmp_out_valid);
  const char* begin = reinterpret_cast<const char*>(state_.get());
  return {text_offset_, input_.offset(), in_member_, std::vector<char>(begin, begin + bytes)};
}

void GzipDecoder::restore(const Mark& mark) {
  std::memcpy(state_.get(), mark.state.data(), mark.state.size());
  input_.seek(mark.input_offset);
  text_offset_ = mark.text_offset;
  in_member_ = mark.in_member;
  ended_ = false;
  note_.clear();
}

}  // namespace

std::unique_ptr<ByteSource> gzip_source(std::unique_ptr<ByteSource> compressed) {
  return std::make_unique<ResumableSource<GzipDecoder>>(std::move(compressed));
}

}  // namespace lanescope
