#include "capture/host/runner/held_samples.h"

#include <utility>

#include "capture/host/runner/sample_records.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace

void HeldSamples::add(std::span<const std::byte> records) {
  Piece piece;
  for_each_record(records, [&](const wire::RecordHeader& header, std::span<const std::byte> bytes) {
    const wire::RecordType type{header.type};
    if (type == wire::RecordType::ChannelOpen) {
      // Numbers begin anew, so that what was before cannot stand behind its definitions.
      dropped_ += count_samples(piece.records).samples;
      piece = {};
      forget_all();
    }
    append(wire::is_definition(type) ? definitions_ : piece.records, bytes);
  });
  if (piece.records.empty()) return;
  piece.samples = count_samples(piece.records).samples;
  bytes_ += piece.records.size();
  pieces_.push_back(std::move(piece));
  while (bytes_ > kMostBytes) drop_oldest();
}

std::vector<std::byte> HeldSamples::take() {
  std::vector<std::byte> all = std::exchange(definitions_, {});
  for (const Piece& piece : std::exchange(pieces_, {})) append(all, piece.records);
  bytes_ = 0;
  return all;
}

void HeldSamples::forget_all() {
  definitions_.clear();
  while (!pieces_.empty()) drop_oldest();
}

void HeldSamples::drop_oldest() {
  LANESCOPE_CHECK(!pieces_.empty(), "one of the pieces that have {} bytes", bytes_);
  dropped_ += pieces_.front().samples;
  bytes_ -= pieces_.front().records.size();
  pieces_.pop_front();
}

}  // namespace lanescope
