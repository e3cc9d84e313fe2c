// The floor under any load of a Perfetto trace on this machine, on one thread: reads every byte of
// the file, finds its packets and their fields one level deep, and keeps nothing.
//
//   packet_walk FILE
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>

#include "core/readers/perfetto/packets/field_cursor.h"

namespace {

using lanescope::MessageReader;
using lanescope::perfetto::FieldCursor;

constexpr std::size_t kBufferBytes = std::size_t{4} << 20;

struct Totals {
  std::uint64_t packets = 0;
  std::uint64_t numbers = 0;  // of fields, so that none can be left out
  bool failed = false;
};

/// Walks the whole packets in the text. Returns how many bytes they have together.
std::size_t walk(std::string_view text, Totals& totals) {
  std::string_view rest = text;
  while (true) {
    MessageReader packets(rest);
    const auto packet = packets.next();
    if (!packet) return text.size() - rest.size();
    FieldCursor fields(packet->bytes);
    while (fields.next()) totals.numbers += fields.field().number;
    totals.failed |= fields.broken();
    ++totals.packets;
    rest = packets.rest();
  }
}

Totals walk_file(int file) {
  Totals totals;
  std::string buffer(kBufferBytes, '\0');
  std::size_t left = 0;
  while (!totals.failed) {
    const ssize_t got = ::read(file, buffer.data() + left, buffer.size() - left);
    totals.failed |= got < 0 || (got == 0 && left != 0);
    if (got <= 0) break;
    const std::size_t size = left + static_cast<std::size_t>(got);
    const std::size_t walked = walk({buffer.data(), size}, totals);
    left = size - walked;
    std::memmove(buffer.data(), buffer.data() + walked, left);
  }
  return totals;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "usage: packet_walk FILE\n");
    return 2;
  }
  const int file = ::open(argv[1], O_RDONLY | O_CLOEXEC);
  const Totals totals = walk_file(file);
  if (file >= 0) ::close(file);
  if (file < 0 || totals.failed) {
    fmt::print(stderr, "packet_walk: {}: cannot be walked\n", argv[1]);
    return 3;
  }
  fmt::print("packets\t{}\nnumbers\t{}\n", totals.packets, totals.numbers);
  return 0;
}
