// Collapsed stacks: a line "outer;inner 1204" for each, in ns.
#include <algorithm>

#include <fmt/format.h>

#include "core/export/profiles/profile_parts.h"
#include "core/export/profiles/stack_sums.h"

namespace lanescope {
namespace {

constexpr std::size_t kPieceBytes = 1U << 20;

/// Without what separates frames and lines.
void add_name(std::string& out, std::string_view name) {
  for (const char c : name) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
    out += c == ';' || control ? '_' : c;
  }
}

}  // namespace

bool write_collapsed(const ProfileParts& parts) {
  StackSums sums;
  for (const Track* thread : parts.threads()) sums.add(parts.trace(), *thread, parts.range());
  std::string text;
  for (std::uint32_t node = 1; node < sums.nodes().size(); ++node) {
    const Ns self_ns = sums.nodes()[node].self_ns;
    if (self_ns == 0) continue;
    const std::vector<StackFrame> frames = sums.frames_of(node);
    for (std::size_t i = frames.size(); i-- > 0;) {
      add_name(text, parts.name_of(frames[i]));
      if (i > 0) text += ';';
    }
    text += fmt::format(" {}\n", self_ns);
    if (!parts.flush(text, kPieceBytes)) return false;
  }
  return parts.flush(text, 0);
}

}  // namespace lanescope
