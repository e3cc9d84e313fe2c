// Decodes compressed bytes that are inside a file, all at once.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct ZSTD_DCtx_s;  // of zstd.h

namespace lanescope {

/// The bytes that a zlib stream (RFC 1950) stands for; nullopt if it is damaged, or if there are
/// more than `most`.
std::optional<std::string> unpack_zlib(std::string_view packed, std::size_t most);
/// The same for one or several zstd frames.
std::optional<std::string> unpack_zstd(std::string_view packed, std::size_t most);

/// Unpacks many, one after another, in the same memory: new pages for each of thousands of files
/// take longer than unpacking them. One thread at a time; movable.
class ZstdUnpacker {
 public:
  /// The same as unpack_zstd(), until the next call or move.
  [[nodiscard]] std::optional<std::string_view> unpack(std::string_view packed, std::size_t most);

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx_s* context) const;
  };
  std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;  // null before the first
  std::string out_;                                    // its size is that of the room
};

}  // namespace lanescope
