#include "core/base/bytes/zstd_source.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <zstd.h>
#include <zstd_errors.h>

#include "core/base/bytes/resumable_source.h"
#include "core/base/bytes/source_input.h"

namespace lanescope {
namespace {

constexpr const char* kTruncated = "zstd stream is truncated";

struct FreeContext {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

class ZstdDecoder {
 public:
  static constexpr std::uint64_t kMarkSpacing = 256U << 10;

  struct Mark {
    std::uint64_t text_offset = 0;
    std::uint64_t input_offset = 0;
    [[nodiscard]] std::size_t memory_bytes() const { return 0; }
  };

  ZstdDecoder(ByteSource& source, InputOrder order)
      : input_(source, order), context_(ZSTD_createDCtx()) {
    if (context_) ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kLargestWindowLog);
  }

  std::size_t decode(std::span<char> out);
  [[nodiscard]] std::uint64_t text_offset() const { return text_offset_; }
  [[nodiscard]] std::string note() const { return note_; }
  [[nodiscard]] bool is_cut() const { return note_ == kTruncated; }

  [[nodiscard]] bool can_mark() const { return !ended_ && !in_frame_; }
  [[nodiscard]] Mark mark() const { return {text_offset_, input_.offset()}; }
  void restore(const Mark& mark);

 private:
  static constexpr int kLargestWindowLog = 31;   // `zstd --ultra --long=31` writes such files
  static constexpr std::size_t kFirstInput = 5;  // what zstd requests at the start of a frame

  bool decode_some(ZSTD_outBuffer& text);
  bool end_with(const char* note);

  SourceInput input_;
  std::unique_ptr<ZSTD_DCtx, FreeContext> context_;
  std::uint64_t text_offset_ = 0;
  std::size_t wanted_input_ = kFirstInput;
  bool in_frame_ = false;
  bool ended_ = false;
  std::string note_;
};

std::size_t ZstdDecoder::decode(std::span<char> out) {
  ZSTD_outBuffer text{out.data(), out.size(), 0};
  while (!ended_ && text.pos < text.size) {
    const bool ok = decode_some(text);
    // Stop at the end of a frame, where a mark is possible.
    if (!ok || (!in_frame_ && text.pos > 0)) break;
  }
  text_offset_ += text.pos;
  return text.pos;
}

/// One call of zstd. False at the end of what can be decoded.
bool ZstdDecoder::decode_some(ZSTD_outBuffer& text) {
  if (!context_) return end_with("not enough memory for zstd");
  const bool more_input = input_.have(1);
  if (!more_input && !in_frame_) return end_with("");
  // A call that fails returns no text, so each is given no more than zstd requests: one block.
  const std::span<const char> bytes =
      input_.bytes().first(std::min(input_.bytes().size(), wanted_input_));
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  const std::size_t text_before = text.pos;
  const std::size_t result = ZSTD_decompressStream(context_.get(), &text, &in);
  input_.eat(in.pos);
  if (ZSTD_isError(result) != 0) {
    const bool no_frame = ZSTD_getErrorCode(result) == ZSTD_error_prefix_unknown;
    const bool after_text = text_offset_ + text.pos > 0;
    return end_with(no_frame && after_text ? "bytes after the zstd stream are ignored"
                                           : "zstd stream is corrupt");
  }
  in_frame_ = result != 0;
  wanted_input_ = in_frame_ ? result : kFirstInput;
  if (in.pos == 0 && text.pos == text_before) return end_with(kTruncated);
  return true;
}

bool ZstdDecoder::end_with(const char* note) {
  ended_ = true;
  note_ = note;
  return false;
}

void ZstdDecoder::restore(const Mark& mark) {
  ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
  input_.seek(mark.input_offset);
  text_offset_ = mark.text_offset;
  wanted_input_ = kFirstInput;
  in_frame_ = false;
  ended_ = false;
  note_.clear();
}

}  // namespace

std::unique_ptr<ByteSource> zstd_source(std::unique_ptr<ByteSource> compressed) {
  return std::make_unique<ResumableSource<ZstdDecoder>>(std::move(compressed));
}

}  // namespace lanescope
