#include "capture/sampler/perf/elf_symbols.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

#include <sys/stat.h>

#include "core/base/files/file_descriptor.h"

namespace lanescope {

/// Reads pieces of a regular file: if it is cut meanwhile, a read fails, while memory that maps it
/// would end us.
class ElfSymbols::File {
 public:
  explicit File(const std::string& path)
      : file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    is_file_ = file_.open() && ::fstat(file_.get(), &state_) == 0 && S_ISREG(state_.st_mode);
  }

  [[nodiscard]] bool ok() const { return is_file_; }
  [[nodiscard]] std::uint64_t device() const { return state_.st_dev; }
  [[nodiscard]] std::uint64_t inode() const { return state_.st_ino; }
  [[nodiscard]] std::uint64_t bytes() const { return static_cast<std::uint64_t>(state_.st_size); }
  [[nodiscard]] bool read(std::uint64_t offset, void* to, std::size_t bytes) const {
    const auto all = static_cast<std::uint64_t>(state_.st_size);
    if (!is_file_ || offset > all || bytes > all - offset) return false;
    return ::pread(file_.get(), to, bytes, static_cast<off_t>(offset)) ==
           static_cast<ssize_t>(bytes);
  }
  template <typename Value>
  [[nodiscard]] std::optional<Value> load(std::uint64_t offset) const {
    Value value;
    return read(offset, &value, sizeof value) ? std::optional(value) : std::nullopt;
  }
  /// Empty: they cannot all be read.
  template <typename Value>
  [[nodiscard]] std::vector<Value> load_all(std::uint64_t offset, std::uint64_t count) const {
    if (count > static_cast<std::uint64_t>(state_.st_size) / sizeof(Value)) return {};
    std::vector<Value> values(count);
    if (!read(offset, values.data(), count * sizeof(Value))) values.clear();
    return values;
  }

 private:
  FileDescriptor file_;
  struct stat state_ {};
  bool is_file_ = false;
};

namespace {

bool is_program(const Elf64_Ehdr& head) {
  return std::memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64 &&
         head.e_ident[EI_DATA] == ELFDATA2LSB && head.e_phentsize == sizeof(Elf64_Phdr) &&
         head.e_phnum <= ElfSymbols::kMostSegments;
}

bool is_function(const Elf64_Sym& symbol) {
  const auto type = ELF64_ST_TYPE(symbol.st_info);
  return (type == STT_FUNC || type == STT_GNU_IFUNC) && symbol.st_shndx != SHN_UNDEF;
}

const Elf64_Shdr* section_of(const std::vector<Elf64_Shdr>& sections, std::uint32_t type) {
  const auto at = std::ranges::find(sections, type, &Elf64_Shdr::sh_type);
  return at == sections.end() ? nullptr : &*at;
}

std::size_t leading_underscores(const std::string& name) {
  return std::min(name.find_first_not_of('_'), name.size());
}

/// Of several names of a function, "read" before "__libc_read" and "_IO_read".
bool is_better(const std::string& name, const std::string& than) {
  if (than.empty()) return true;
  const std::size_t a = leading_underscores(name), b = leading_underscores(than);
  return a != b ? a < b : name.size() < than.size();
}

}  // namespace

ElfSymbols ElfSymbols::read(const std::string& path) {
  ElfSymbols symbols;
  const File file(path);
  const auto head = file.load<Elf64_Ehdr>(0);
  if (!head || !is_program(*head)) return symbols;
  symbols.path_ = path;
  symbols.device_ = file.device();
  symbols.inode_ = file.inode();
  const auto segments = file.load_all<Elf64_Phdr>(head->e_phoff, head->e_phnum);
  for (const Elf64_Phdr& segment : segments) {
    if (segment.p_type == PT_LOAD)
      symbols.segments_.push_back({segment.p_offset, segment.p_filesz, segment.p_vaddr});
    if (segment.p_type == PT_GNU_EH_FRAME)
      symbols.read_beginnings(file, segment.p_offset, segment.p_vaddr, segment.p_filesz);
  }
  symbols.read_symbols(file);
  return symbols;
}

void ElfSymbols::read_symbols(const File& file) {
  const auto head = file.load<Elf64_Ehdr>(0);
  if (!head || head->e_shentsize != sizeof(Elf64_Shdr) || head->e_shnum > kMostSections) return;
  const auto sections = file.load_all<Elf64_Shdr>(head->e_shoff, head->e_shnum);
  const Elf64_Shdr* table = section_of(sections, SHT_SYMTAB);
  if (table == nullptr) table = section_of(sections, SHT_DYNSYM);
  if (table == nullptr || table->sh_link >= sections.size()) return;
  names_at_ = sections[table->sh_link].sh_offset;
  names_bytes_ = sections[table->sh_link].sh_size;
  constexpr std::size_t kAtOnce = 4096;
  const std::uint64_t count =
      std::min<std::uint64_t>(table->sh_size / sizeof(Elf64_Sym), kMostSymbols);
  symbols_.reserve(std::min(count, file.bytes() / sizeof(Elf64_Sym)));
  for (std::uint64_t first = 0; first < count; first += kAtOnce) {
    const auto some = file.load_all<Elf64_Sym>(table->sh_offset + first * sizeof(Elf64_Sym),
                                               std::min<std::uint64_t>(kAtOnce, count - first));
    for (const Elf64_Sym& symbol : some) {
      const auto bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(symbol.st_size, ~0U));
      if (is_function(symbol)) symbols_.push_back({symbol.st_value, bytes, symbol.st_name});
    }
  }
  std::ranges::stable_sort(symbols_, {}, &Symbol::begin);
}

void ElfSymbols::read_beginnings(const File& file, std::uint64_t offset, std::uint64_t address,
                                 std::uint64_t bytes) {
  // Version, and how the pointer, the count and the table are written: as all linkers do.
  constexpr std::array<unsigned char, 4> kUsual{1, 0x1B, 0x03, 0x3B};
  constexpr std::uint64_t kHeadBytes = 12, kEntryBytes = 8;
  const auto how = file.load<std::array<unsigned char, 4>>(offset);
  const auto count = file.load<std::uint32_t>(offset + 8);
  if (how != kUsual || !count || bytes < kHeadBytes) return;
  if (*count > kMostSymbols || *count > (bytes - kHeadBytes) / kEntryBytes) return;
  struct Entry {
    std::int32_t begin, description;
  };
  beginnings_.reserve(*count);
  for (const Entry& entry : file.load_all<Entry>(offset + kHeadBytes, *count))
    beginnings_.push_back(address + static_cast<std::uint64_t>(std::int64_t{entry.begin}));
  // Linkers sort them, since programs search in there.
  if (!std::ranges::is_sorted(beginnings_)) std::ranges::sort(beginnings_);
}

std::uint64_t ElfSymbols::address_of(std::uint64_t offset) const {
  for (const Segment& segment : segments_) {
    if (offset >= segment.offset && offset - segment.offset < segment.bytes)
      return offset - segment.offset + segment.address;
  }
  return offset;
}

void ElfSymbols::Span::cut(std::uint64_t edge, std::uint64_t address) {
  if (edge <= address)
    first = std::max(first, edge);
  else
    end = std::min(end, edge);
}

ElfSymbols::Span ElfSymbols::segment_at(std::uint64_t offset) const {
  for (const Segment& segment : segments_) {
    if (offset >= segment.offset && offset - segment.offset < segment.bytes)
      return {segment.address, segment.address + segment.bytes};
  }
  return {offset, offset + 1};
}

ElfSymbols::Function ElfSymbols::at(std::uint64_t offset) const {
  Function function;
  const std::uint64_t address = function.begin = address_of(offset);
  function.first_offset = offset;
  function.end_offset = offset + 1;
  if (path_.empty()) return function;
  Span same = segment_at(offset);
  const auto begins = std::ranges::upper_bound(beginnings_, address);
  if (begins != beginnings_.end()) same.cut(*begins, address);
  if (begins != beginnings_.begin()) {
    function.begin = *(begins - 1);
    same.cut(function.begin, address);
  }
  const File file(path_);
  // Another one may lie there by now.
  if (file.ok() && file.device() == device_ && file.inode() == inode_)
    function.name = best_name(file, address, function.begin, same);
  // Without a function, each address is told.
  if (function.name.empty() && function.begin == address) return function;
  // What a damaged file says may not add up.
  if (same.first > address || same.end <= address || address - same.first > offset ||
      same.end - address > ~offset)
    return function;
  function.first_offset = offset - (address - same.first);
  function.end_offset = offset + (same.end - address);
  return function;
}

std::string ElfSymbols::name(const File& file, const Symbol& symbol) const {
  // Most fit into the first piece, and to read more for each would cost most of the time.
  constexpr std::array<std::size_t, 2> kPieces{256, kMostNameBytes};
  std::array<char, kMostNameBytes> room;
  for (const std::size_t piece : kPieces) {
    const std::size_t most = std::min<std::uint64_t>(piece, names_bytes_ - symbol.name);
    if (!file.read(names_at_ + symbol.name, room.data(), most)) return {};
    const std::size_t length = ::strnlen(room.data(), most);
    if (length < piece || piece == kMostNameBytes) return {room.data(), length};
  }
  return {};
}

std::string ElfSymbols::best_name(const File& file, std::uint64_t address, std::uint64_t& begin,
                                  Span& same) const {
  constexpr int kMostAliases = 16;
  const auto after = std::ranges::upper_bound(beginnings_, address);
  const std::uint64_t beginning = after == beginnings_.begin() ? 0 : *(after - 1);
  std::string best;
  auto at = std::ranges::upper_bound(symbols_, address, {}, &Symbol::begin);
  const std::uint64_t next = at == symbols_.end() ? ~std::uint64_t{0} : at->begin;
  same.cut(next, address);
  for (int i = 0; i < kMostAliases && at != symbols_.begin(); ++i) {
    const Symbol& symbol = *--at;
    same.cut(symbol.begin, address);
    same.cut(symbol.begin + symbol.bytes, address);
    // Functions in assembly have no size and end where the next one begins, named or not.
    const bool covers = symbol.bytes == 0 ? address < next && symbol.begin >= beginning
                                          : address - symbol.begin < symbol.bytes;
    if (!best.empty() && symbol.begin != begin) break;
    if (!covers || symbol.name >= names_bytes_) continue;
    std::string text = name(file, symbol);
    if (text.empty() || !is_better(text, best)) continue;
    best = std::move(text);
    begin = symbol.begin;
  }
  return best;
}

}  // namespace lanescope
