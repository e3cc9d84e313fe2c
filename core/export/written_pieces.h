// WrittenPieces: passes what a writer of traces makes to a sink, piece by piece, until nobody wants
// more, and tells how far the writing is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/export/trace_writer.h"

namespace lanescope {

class WrittenPieces {
 public:
  /// Enough to be worth a call.
  static constexpr std::size_t kPieceBytes = 1U << 20;

  /// `slices`: how many will be written. `sink` and `options` must outlive this.
  WrittenPieces(const TextSink& sink, const TraceWriteOptions& options, std::uint64_t slices)
      : sink_(sink), options_(options), slices_(slices) {}

  /// Passes the text on if it has at least so many bytes and is wanted. True if it was passed on:
  /// the caller then begins a new one.
  bool pass(std::string_view text, std::size_t least);
  /// False once the sink or the user has stopped the writing.
  [[nodiscard]] bool wanted() const { return wanted_; }

  void add_slice() { ++written_; }
  /// Any event in the file, also those of slices.
  void add_event() { ++events_; }
  [[nodiscard]] std::uint64_t events() const { return events_; }

 private:
  const TextSink& sink_;
  const TraceWriteOptions& options_;
  std::uint64_t slices_;
  bool wanted_ = true;
  std::uint64_t written_ = 0;  // slices
  std::uint64_t events_ = 0;
};

}  // namespace lanescope
