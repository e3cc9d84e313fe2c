// Texts received through NVTX, and the handles returned for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "capture/agent/nvtx/abi.h"
#include "capture/wire/records.h"

namespace lanescope::agent::nvtx {

/// Slightly more than the wire format allows, so that the channel notices the text is cut.
inline constexpr std::size_t kTextBytes = wire::kMaxStringBytes + 4;

/// A text looked up by its handle: a domain's name or a registered string. Kept until the process
/// exits, since handles may be used until then.
struct KeptText {
  KeptText* next;
  std::uint64_t hash;
  std::size_t bytes;
  char text[8];  // `bytes` of them

  [[nodiscard]] std::string_view view() const { return {text, bytes}; }
};

/// Whether a handle can be one of ours. Programs may pass any value, including handles from another
/// copy of NVTX or invalid ones.
bool is_kept_text(const void* handle);

/// The unique handle for `text`, the same from every copy of NVTX in the process. Null if all
/// handles together would exceed kKeptBytes. Any thread; lock-free.
const KeptText* keep_text(std::string_view text);
inline constexpr std::size_t kKeptBytes = 16U << 20;

std::string_view text_of(const char* text);
/// Overload for callers that pass a buffer, which is not needed here.
inline std::string_view text_of(const char* text, char (&)[kTextBytes]) {
  return text_of(text);
}
/// Converted to UTF-8 in `buffer`.
std::string_view text_of(const wchar_t* text, char (&buffer)[kTextBytes]);
/// The message of an event; empty if it has none or is invalid.
std::string_view text_of(const EventAttributes* event, char (&buffer)[kTextBytes]);

}  // namespace lanescope::agent::nvtx
