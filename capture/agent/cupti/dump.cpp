#include "capture/agent/cupti/dump.h"

#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "capture/agent/cupti/decode.h"
#include "capture/agent/process/own_memory.h"
#include "capture/agent/process/variables.h"

namespace lanescope::agent {
namespace {

char folder[4000];  // empty: dump nothing

bool put(int file, const void* bytes, std::size_t count) {
  const auto* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = write(file, at, count);
    if (written <= 0) return false;
    at += written;
    count -= static_cast<std::size_t>(written);
  }
  return true;
}

/// Calls `use` with the name of each kernel and device in the buffer, in order.
template <typename Use>
void for_each_text(const FullBuffer& full, const SizeTable& sizes, Use use) {
  for (std::size_t at = 0; at + sizeof(std::uint32_t) <= full.valid;) {
    std::uint32_t kind = 0;
    std::memcpy(&kind, full.data + at, sizeof kind);
    const std::size_t bytes = sizes.of(kind);
    if (bytes == 0 || bytes > full.valid - at) return;
    const ActivityView record(full.data + at, bytes);
    const char* text = nullptr;
    if (kind == static_cast<std::uint32_t>(cupti::Kind::ConcurrentKernel))
      text = record[cupti::kernel::kName];
    if (kind == static_cast<std::uint32_t>(cupti::Kind::Device))
      text = record[cupti::device::kName];
    if (text != nullptr) use(text);
    at += bytes;
  }
}

void put_text(int file, const char* text) {
  static char copy[wire::kMaxStringBytes + 1];
  const std::string_view read = copy_text(text, copy, sizeof copy);
  const auto pointer = reinterpret_cast<std::uint64_t>(text);
  const auto bytes = static_cast<std::uint32_t>(read.size());
  put(file, &pointer, sizeof pointer);
  put(file, &bytes, sizeof bytes);
  put(file, read.data(), bytes);
}

}  // namespace

void choose_dump_folder() {
  if (variable(kDumpVariable, folder) == nullptr) *folder = '\0';
}

void dump_buffer(const FullBuffer& full, const SizeTable& sizes, std::uint32_t version) {
  if (*folder == '\0' || full.valid == 0) return;
  static std::uint32_t number = 0;
  char path[sizeof folder + 32];
  std::snprintf(path, sizeof path, "%s/%d-%u.cupti", folder, getpid(), number++);
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return;
  DumpHeader header{{'L', 'N', 'S', 'C', 'U', 'P', 'T', 'I'}, version, 0, full.valid, {}};
  std::memcpy(header.sizes, sizes.bytes, sizeof header.sizes);
  for_each_text(full, sizes, [&header](const char* /*text*/) { ++header.texts; });
  put(file, &header, sizeof header);
  put(file, full.data, full.valid);
  for_each_text(full, sizes, [file](const char* text) { put_text(file, text); });
  close(file);
}

}  // namespace lanescope::agent
