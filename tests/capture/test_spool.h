// Spools and data to put into them, for tests.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <doctest/doctest.h>

#include "capture/host/files/spool.h"

namespace lanescope {

/// Whole records: marks with times from..to - 1.
inline std::string marks(std::int64_t from, std::int64_t to) {
  std::string bytes;
  for (std::int64_t i = from; i < to; ++i) {
    wire::MarkRecord mark{};
    mark.header = {static_cast<std::uint16_t>(wire::RecordType::Mark), 3, 0};
    mark.time_ns = i;
    bytes.append(reinterpret_cast<const char*>(&mark), sizeof mark);
  }
  return bytes;
}

inline std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

inline std::unique_ptr<Spool> open_spool(const std::string& path, KeepLast keep = {},
                                         const RecordingFileRequest& request = {}) {
  auto spool = Spool::open(path, keep, request);
  REQUIRE_MESSAGE(spool.ok(), (spool.ok() ? "" : spool.error().message));
  return std::move(spool).value();
}

/// A small capture with a chunk of each kind.
inline void write_capture(const std::string& path, const RecordingFileRequest& request = {}) {
  auto spool = open_spool(path, {}, request);
  spool->begin(123);
  spool->append_text(wire::ChunkKind::Session, 0, "command=train\n");
  spool->append_text(wire::ChunkKind::Process, 0, "pid=7\n");
  const std::string records = marks(0, 4);
  spool->append_records(0, 5, bytes_of(records), 4);
  spool->append_text(wire::ChunkKind::Left, 0, "reason=exit\n");
  spool->end("ended");
}

}  // namespace lanescope
