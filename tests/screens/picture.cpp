#include "tests/screens/picture.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include "stb_image.h"
#pragma GCC diagnostic pop

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <unordered_map>

namespace lanescope {
namespace {

constexpr int kTextContrast = 80;  // of the brightest channel

std::uint32_t big_endian(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i)
    value = value << 8U | static_cast<unsigned char>(bytes[i]);
  return value;
}

int brightness(std::uint32_t color) {
  return static_cast<int>(std::max({color >> 16U & 0xFFU, color >> 8U & 0xFFU, color & 0xFFU}));
}

std::uint32_t usual_color(const Picture& picture, Area area) {
  std::unordered_map<std::uint32_t, int> counts;
  for (int y = area.y0; y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x) ++counts[picture.at(x, y)];
  }
  return std::ranges::max_element(counts, {}, [](const auto& c) { return c.second; })->first;
}

template <typename Want>
int count_pixels(const Picture& picture, Area area, const Want& want) {
  int count = 0;
  for (int y = area.y0; y < area.y1; ++y) {
    for (int x = area.x0; x < area.x1; ++x) count += want(picture.at(x, y)) ? 1 : 0;
  }
  return count;
}

}  // namespace

std::optional<Picture> read_png(const std::string& path) {
  Picture picture;
  int channels = 0;
  stbi_uc* rgb = stbi_load(path.c_str(), &picture.width, &picture.height, &channels, 3);
  if (rgb == nullptr) return std::nullopt;
  const auto count =
      static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height);
  for (std::size_t i = 0; i < count; ++i) {
    picture.pixels.push_back(
        static_cast<std::uint32_t>(rgb[3 * i] << 16 | rgb[3 * i + 1] << 8 | rgb[3 * i + 2]));
  }
  stbi_image_free(rgb);
  return picture;
}

std::optional<Picture> read_xwd(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  constexpr std::size_t kHeaderBytes = 100;
  if (bytes.size() < kHeaderBytes || big_endian(bytes, 4) != 7 || big_endian(bytes, 44) != 32)
    return std::nullopt;
  Picture picture;
  picture.width = static_cast<int>(big_endian(bytes, 16));
  picture.height = static_cast<int>(big_endian(bytes, 20));
  const std::size_t line = big_endian(bytes, 48);
  const std::size_t first = big_endian(bytes, 0) + std::size_t{12} * big_endian(bytes, 76);
  if (bytes.size() < first + line * static_cast<std::size_t>(picture.height)) return std::nullopt;
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      const std::size_t at =
          first + line * static_cast<std::size_t>(y) + 4 * static_cast<std::size_t>(x);
      const auto channel = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i]));
      };
      picture.pixels.push_back(channel(2) << 16U | channel(1) << 8U | channel(0));
    }
  }
  return picture;
}

std::set<ColorRole> roles_in(const Picture& picture, Area area, ThemeKind theme, int least) {
  const RolePalette& palette = role_palette(theme);
  std::set<ColorRole> roles;
  for (std::size_t role = 0; role < kRoleCount; ++role) {
    std::set<std::uint32_t> shades;
    for (const std::uint32_t abgr : palette.fill.at(role)) {
      shades.insert((abgr & 0xFFU) << 16U | (abgr & 0xFF00U) | (abgr >> 16U & 0xFFU));
    }
    const int found =
        count_pixels(picture, area, [&](std::uint32_t color) { return shades.contains(color); });
    if (found >= least) roles.insert(static_cast<ColorRole>(role));
  }
  return roles;
}

int text_pixels(const Picture& picture, Area area) {
  const int ground = brightness(usual_color(picture, area));
  return count_pixels(picture, area, [ground](std::uint32_t color) {
    return std::abs(brightness(color) - ground) > kTextContrast;
  });
}

double busy_share(const Picture& picture, Area area) {
  const std::uint32_t ground = usual_color(picture, area);
  const int busy =
      count_pixels(picture, area, [ground](std::uint32_t color) { return color != ground; });
  return static_cast<double>(busy) / ((area.x1 - area.x0) * (area.y1 - area.y0));
}

}  // namespace lanescope
