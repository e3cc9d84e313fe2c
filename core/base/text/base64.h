// Base64, piece by piece.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope {

/// Encodes one text that is given in pieces of any length; see RFC 4648. One thread at a time.
class Base64Encoder {
 public:
  /// Appends to `out` what is complete. Cost: that of the bytes.
  void encode(std::string_view bytes, std::string& out);
  /// Appends the rest, padded with "=". The encoder is then as new.
  void finish(std::string& out);

 private:
  void put(std::string& out, std::size_t bytes);

  std::array<std::uint8_t, 3> held_{};
  std::size_t count_ = 0;  // bytes in held_
};

}  // namespace lanescope
