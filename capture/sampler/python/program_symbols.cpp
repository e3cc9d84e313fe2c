#include "capture/sampler/python/program_symbols.h"

#include <array>
#include <cstring>
#include <elf.h>

namespace lanescope {
namespace {

constexpr std::size_t kMostSegments = 64, kMostDynamic = 512;
constexpr std::uint32_t kMostInBucket = 4096;

bool is_program(const Elf64_Ehdr& head) {
  return std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64 &&
         head.e_ident[EI_DATA] == ELFDATA2LSB && head.e_phentsize == sizeof(Elf64_Phdr) &&
         head.e_phnum != 0 && head.e_phnum <= kMostSegments;
}

std::uint32_t gnu_hash(std::string_view name) {
  std::uint32_t hash = 5381;
  for (const char c : name) hash = hash * 33 + static_cast<unsigned char>(c);
  return hash;
}

std::uint32_t elf_hash(std::string_view name) {
  std::uint32_t hash = 0;
  for (const char c : name) {
    hash = (hash << 4) + static_cast<unsigned char>(c);
    const std::uint32_t high = hash & 0xF0000000U;
    hash = (hash ^ high >> 24) & ~high;
  }
  return hash;
}

}  // namespace

std::optional<ProgramSymbols> ProgramSymbols::read(const RemoteMemory& memory, std::uint64_t base) {
  const auto head = memory.load<Elf64_Ehdr>(base);
  if (!head || !is_program(*head)) return {};
  std::array<Elf64_Phdr, kMostSegments> segments{};
  const std::size_t bytes = head->e_phnum * sizeof(Elf64_Phdr);
  if (!memory.read(base + head->e_phoff, segments.data(), bytes)) return {};
  ProgramSymbols symbols(memory);
  const Elf64_Phdr* dynamic = nullptr;
  bool is_loaded = false;
  for (const Elf64_Phdr& segment : std::span(segments).first(head->e_phnum)) {
    if (segment.p_type == PT_DYNAMIC) dynamic = &segment;
    if (segment.p_type != PT_LOAD || is_loaded) continue;
    is_loaded = true;
    symbols.bias_ = base - (segment.p_vaddr - segment.p_offset);
  }
  if (!is_loaded || dynamic == nullptr) return {};
  if (!symbols.read_dynamic(dynamic->p_vaddr + symbols.bias_, dynamic->p_memsz)) return {};
  return symbols;
}

bool ProgramSymbols::read_dynamic(std::uint64_t address, std::uint64_t bytes) {
  std::array<Elf64_Dyn, kMostDynamic> entries{};
  const std::size_t count = bytes / sizeof(Elf64_Dyn);
  if (count > kMostDynamic || !memory_.read(address, entries.data(), count * sizeof(Elf64_Dyn)))
    return false;
  // glibc puts addresses in place of the file's own, musl does not.
  const auto absolute = [this](std::uint64_t at) { return at < bias_ ? at + bias_ : at; };
  for (const Elf64_Dyn& entry : std::span(entries).first(count)) {
    if (entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_SYMTAB) symbols_ = absolute(entry.d_un.d_ptr);
    if (entry.d_tag == DT_STRTAB) texts_ = absolute(entry.d_un.d_ptr);
    if (entry.d_tag == DT_HASH) hash_ = absolute(entry.d_un.d_ptr);
    if (entry.d_tag == DT_GNU_HASH) gnu_hash_ = absolute(entry.d_un.d_ptr);
  }
  return symbols_ != 0 && texts_ != 0 && (hash_ != 0 || gnu_hash_ != 0);
}

std::optional<std::uint64_t> ProgramSymbols::find(std::string_view name) const {
  return gnu_hash_ != 0 ? find_by_gnu_hash(name) : find_by_hash(name);
}

/// https://flapenguin.me/elf-dt-gnu-hash: buckets lead to runs of hashes, whose last one is odd.
std::optional<std::uint64_t> ProgramSymbols::find_by_gnu_hash(std::string_view name) const {
  struct Head {
    std::uint32_t buckets, first_symbol, bloom_words, bloom_shift;
  };
  const auto head = memory_.load<Head>(gnu_hash_);
  if (!head || head->buckets == 0) return {};
  const std::uint32_t hash = gnu_hash(name);
  const std::uint64_t buckets = gnu_hash_ + sizeof(Head) + std::uint64_t{8} * head->bloom_words;
  const std::uint64_t hashes = buckets + std::uint64_t{4} * head->buckets;
  const auto first =
      memory_.load<std::uint32_t>(buckets + std::uint64_t{4} * (hash % head->buckets));
  if (!first || *first < head->first_symbol) return {};
  for (std::uint32_t step = 0; step < kMostInBucket; ++step) {
    const std::uint32_t symbol = *first + step;
    const auto seen =
        memory_.load<std::uint32_t>(hashes + std::uint64_t{4} * (symbol - head->first_symbol));
    if (!seen) return {};
    if ((*seen | 1U) == (hash | 1U)) {
      if (const auto address = match(symbol, name)) return address;
    }
    if ((*seen & 1U) != 0) return {};
  }
  return {};
}

std::optional<std::uint64_t> ProgramSymbols::find_by_hash(std::string_view name) const {
  struct Head {
    std::uint32_t buckets, chains;
  };
  const auto head = memory_.load<Head>(hash_);
  if (!head || head->buckets == 0) return {};
  const std::uint64_t buckets = hash_ + sizeof(Head);
  const std::uint64_t chains = buckets + std::uint64_t{4} * head->buckets;
  auto symbol =
      memory_.load<std::uint32_t>(buckets + std::uint64_t{4} * (elf_hash(name) % head->buckets));
  for (std::uint32_t step = 0; symbol && *symbol != 0 && step < kMostInBucket; ++step) {
    if (const auto address = match(*symbol, name)) return address;
    symbol = memory_.load<std::uint32_t>(chains + std::uint64_t{4} * *symbol);
  }
  return {};
}

std::optional<std::uint64_t> ProgramSymbols::match(std::uint32_t symbol,
                                                   std::string_view name) const {
  const auto entry = memory_.load<Elf64_Sym>(symbols_ + std::uint64_t{symbol} * sizeof(Elf64_Sym));
  if (!entry || entry->st_shndx == SHN_UNDEF) return {};
  std::array<char, 64> text{};
  const std::size_t bytes = name.size() + 1;
  if (bytes > text.size() || !memory_.read(texts_ + entry->st_name, text.data(), bytes)) return {};
  if (std::string_view(text.data(), name.size()) != name || text[name.size()] != '\0') return {};
  return entry->st_value + bias_;
}

}  // namespace lanescope
