#include "app/shell/files/png.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"  // only one of its formats is used
#include "stb_image_write.h"
#pragma GCC diagnostic pop

namespace lanescope {

Result<std::string> png_bytes(int width_px, int height_px, std::span<const std::uint8_t> rgb) {
  std::string bytes;
  stbi_write_png_compression_level = 9;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  const bool encoded =
      stbi_write_png_to_func(append, &bytes, width_px, height_px, 3, rgb.data(), width_px * 3) != 0;
  if (!encoded) return Error{Error::Kind::Invalid, "the image cannot be encoded"};
  return bytes;
}

}  // namespace lanescope
