// Texts that come in through NVTX, and the handles it is given for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "capture/agent/nvtx/abi.h"
#include "capture/wire/records.h"

namespace lanescope::agent::nvtx {

/// Room for one text more than the wire takes, so that the channel sees that it is cut.
inline constexpr std::size_t kTextBytes = wire::kMaxStringBytes + 4;

/// A text to be found again by its handle: a domain's name, a registered string. Stays for the life
/// of the process, since handles may be used until its end.
struct KeptText {
  KeptText* next;
  std::uint64_t hash;
  std::size_t bytes;
  char text[8];  // `bytes` of them

  [[nodiscard]] std::string_view view() const { return {text, bytes}; }
};

/// Whether a handle can be one of ours. Programs pass on what they have, also what another NVTX or
/// nobody gave them.
bool is_kept_text(const void* handle);

/// The one handle for `text`, the same from every copy of NVTX in the process. Null when all
/// handles together would hold more than kKeptBytes. Any thread; takes no lock.
const KeptText* keep_text(std::string_view text);
inline constexpr std::size_t kKeptBytes = 16U << 20;

std::string_view text_of(const char* text);
/// As UTF-8 in `buffer`.
std::string_view text_of(const wchar_t* text, char (&buffer)[kTextBytes]);
/// The message of an event; empty when it has none, or is not one.
std::string_view text_of(const EventAttributes* event, char (&buffer)[kTextBytes]);

}  // namespace lanescope::agent::nvtx
