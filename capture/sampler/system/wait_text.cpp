#include "capture/sampler/system/wait_text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <poll.h>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <sys/uio.h>

namespace lanescope {
namespace {

constexpr std::size_t kPageBytes = 4096;

/// False: part of it is not mapped, or the process may not be read.
bool copy_memory(std::int64_t pid, std::uint64_t address, std::span<char> to) {
  const iovec here{to.data(), to.size()};
  const iovec there{reinterpret_cast<void*>(address), to.size()};
  return ::process_vm_readv(static_cast<pid_t>(pid), &here, 1, &there, 1, 0) ==
         static_cast<ssize_t>(to.size());
}

/// What a descriptor stands for; empty: not known.
std::string_view file_name(const ProcFolder& process, std::uint64_t number, std::span<char> room) {
  // The kernel takes the lower half of the register.
  const auto descriptor = static_cast<std::int32_t>(number);
  if (descriptor < 0) return {};
  char path[24];
  *fmt::format_to_n(path, sizeof path - 1, "fd/{}", descriptor).out = '\0';
  const std::string_view name = process.link(path, room);
  if (name.starts_with('/')) return name;
  // "pipe:[81]", "socket:[82]", "anon_inode:[eventfd]", "anon_inode:inotify"
  constexpr std::string_view kAnonymous = "anon_inode:";
  if (!name.starts_with(kAnonymous)) return name.substr(0, name.find(':'));
  const std::string_view kind = name.substr(kAnonymous.size());
  return kind.starts_with('[') && kind.ends_with(']') ? kind.substr(1, kind.size() - 2) : kind;
}

/// The text at an address of the program; empty: not to be read. Never reads beyond the page that
/// the text ends in.
std::string_view path_at(const ProcFolder& process, std::uint64_t address, std::span<char> room) {
  std::size_t used = 0;
  while (used < room.size()) {
    const std::size_t left_in_page = kPageBytes - (address + used) % kPageBytes;
    const std::span<char> part = room.subspan(used, std::min(left_in_page, room.size() - used));
    if (!copy_memory(process.pid(), address + used, part)) return {};
    if (const void* const end = std::memchr(part.data(), '\0', part.size()))
      return {room.data(), static_cast<std::size_t>(static_cast<const char*>(end) - room.data())};
    used += part.size();
  }
  return {room.data(), used};
}

std::string_view polled_file(const ProcFolder& process, const SystemCall& call,
                             std::span<char> room) {
  pollfd one{};
  const std::span<char> bytes(reinterpret_cast<char*>(&one), sizeof one);
  if (call.arguments[1] != 1 || !copy_memory(process.pid(), call.arguments[0], bytes)) return {};
  return file_name(process, static_cast<std::uint64_t>(one.fd), room);
}

std::string_view subject_of(const KnownCall& known, const SystemCall& call,
                            const ProcFolder& process, std::span<char> room) {
  switch (known.subject) {
    case CallSubject::File:
      return file_name(process, call.arguments[0], room);
    case CallSubject::Poll:
      return polled_file(process, call, room);
    case CallSubject::Path:
      return path_at(process, call.arguments[0], room);
    case CallSubject::PathBelow:
      return path_at(process, call.arguments[1], room);
    case CallSubject::Futex:
    case CallSubject::None:
      return {};
  }
  return {};
}

}  // namespace

void describe_wait(const SystemCall& call, const ProcFolder& process, Wait& to) {
  to.text.clear();
  to.futex = 0;
  if (call.number < 0) {
    to.text = "page fault";
    return;
  }
  const KnownCall* const known = known_call(call.number);
  if (known == nullptr) {
    fmt::format_to(std::back_inserter(to.text), "system call {}", call.number);
    return;
  }
  to.text = known->name;
  if (known->subject == CallSubject::Futex) to.futex = call.arguments[0];
  std::array<char, kMostNameBytes> room;
  const std::string_view subject = subject_of(*known, call, process, room);
  if (subject.empty()) return;
  to.text += ' ';
  to.text += subject;
}

}  // namespace lanescope
