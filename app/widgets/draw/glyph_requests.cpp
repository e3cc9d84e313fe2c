#include "app/widgets/draw/glyph_requests.h"

#include <algorithm>

#include "imgui_internal.h"

namespace lanescope {
namespace {

bool is_ascii(char byte) {
  return static_cast<unsigned char>(byte) < 0x80U;
}

}  // namespace

void GlyphRequests::note(const ImFont& font, std::string_view text) {
  const char* const end = text.data() + text.size();
  const char* at = std::find_if_not(text.data(), end, is_ascii);
  while (at < end) {
    unsigned int c = 0;
    at += std::max(1, ImTextCharFromUtf8(&c, at, end));
    if (c < 0x80U || c > IM_UNICODE_CODEPOINT_MAX || c == IM_UNICODE_CODEPOINT_INVALID) continue;
    if (font.FindGlyphNoFallback(static_cast<ImWchar>(c)) != nullptr) continue;
    if (noted_.insert(static_cast<char32_t>(c)).second) fresh_.push_back(c);
  }
}

void GlyphRequests::forget() {
  fresh_.clear();
  noted_.clear();
}

bool GlyphSupply::waiting() const {
  return std::ranges::any_of(requests, [](const GlyphRequests& face) { return face.waiting(); });
}

}  // namespace lanescope
