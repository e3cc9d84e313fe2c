// Parts of files, one behind the other, as one text that does not change while the files grow.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"

namespace lanescope {

struct FilePiece {
  static constexpr std::uint64_t kAll = UINT64_MAX;

  std::string path;
  std::uint64_t bytes = kAll;  // of what is in it now
  std::uint64_t from = 0;      // where they begin
};

/// The files are held open: what is in them stays readable when they are removed. Any thread may
/// call read_at. Errors: NotFound, Unreadable.
Result<std::unique_ptr<ByteSource>> open_pieces(const std::vector<FilePiece>& pieces);

}  // namespace lanescope
