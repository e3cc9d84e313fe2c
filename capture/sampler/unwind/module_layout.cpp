#include "capture/sampler/unwind/module_layout.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <filesystem>
#include <span>
#include <system_error>
#include <unistd.h>

#include <sys/stat.h>

#include "core/base/files/file_descriptor.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kMostPageBytes = 64U << 10U;

bool read_at(const FileDescriptor& file, std::uint64_t offset, void* to, std::size_t bytes) {
  return ::pread(file.get(), to, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
}

bool is_program(const Elf64_Ehdr& head) {
  return std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64 &&
         head.e_ident[EI_DATA] == ELFDATA2LSB && head.e_phentsize == sizeof(Elf64_Phdr) &&
         head.e_phnum <= ModuleLayout::kMostSegments;
}

std::optional<ModuleLayout> layout_of(std::span<const Elf64_Phdr> headers) {
  ModuleLayout layout;
  bool is_first = true;
  for (const Elf64_Phdr& header : headers) {
    if (header.p_type != PT_LOAD || header.p_vaddr + header.p_memsz < header.p_vaddr) continue;
    const bool is_aligned = std::has_single_bit(header.p_align);
    if (is_first)
      layout.begin = is_aligned ? header.p_vaddr & ~(header.p_align - 1) : header.p_vaddr;
    if ((header.p_flags & PF_X) != 0)
      layout.code.push_back({header.p_offset, header.p_filesz, header.p_vaddr});
    is_first = false;
    layout.end = std::max(layout.end, header.p_vaddr + header.p_memsz);
  }
  if (layout.begin >= layout.end) return std::nullopt;
  return layout;
}

bool is_file(const std::string& path, std::uint64_t inode) {
  struct stat state {};
  return ::stat(path.c_str(), &state) == 0 && state.st_ino == inode;
}

/// What a process has mapped, by links that lead to it even if it has no name any more.
std::optional<std::string> mapped_file(const std::string& folder, std::uint64_t inode) {
  std::error_code error;
  for (const auto& link : std::filesystem::directory_iterator(folder, error)) {
    if (is_file(link.path().string(), inode)) return link.path().string();
  }
  return std::nullopt;
}

}  // namespace

std::string reachable_path(const std::string& folder, const std::string& path,
                           std::uint64_t inode) {
  for (const std::string& candidate : {path, folder + path}) {
    if (is_file(candidate, inode)) return candidate;
  }
  const std::string process = folder.substr(0, folder.rfind('/'));
  if (const std::string program = process + "/exe"; is_file(program, inode)) return program;
  return mapped_file(process + "/map_files", inode).value_or(folder + path);
}

std::optional<std::uint64_t> ModuleLayout::bias(const MappedCode& mapped) const {
  for (const Segment& segment : code) {
    // A mapping begins with a whole page, of which the segment may have only the end.
    const bool is_inside = mapped.offset >= segment.offset
                               ? mapped.offset - segment.offset < segment.file_bytes
                               : segment.offset - mapped.offset < kMostPageBytes;
    if (is_inside) return mapped.begin - mapped.offset + segment.offset - segment.address;
  }
  return std::nullopt;
}

std::optional<ModuleLayout> read_module_layout(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  Elf64_Ehdr head;
  if (!file.open() || !read_at(file, 0, &head, sizeof head) || !is_program(head))
    return std::nullopt;
  std::array<Elf64_Phdr, ModuleLayout::kMostSegments> headers;
  if (!read_at(file, head.e_phoff, headers.data(), head.e_phnum * sizeof headers[0]))
    return std::nullopt;
  return layout_of(std::span(headers).first(head.e_phnum));
}

}  // namespace lanescope
