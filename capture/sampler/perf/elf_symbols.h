// The functions of a program or library on the disk, by where their code is in the file. Names stay
// in the file, so that a library of 400 MB costs some megabytes. Nothing in a file is trusted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

/// One thread.
class ElfSymbols {
 public:
  /// Reads the tables .symtab, or .dynsym if that is missing, and .eh_frame_hdr. A file that cannot
  /// be read has no functions. Cost: 0.1 s for a million of them.
  static ElfSymbols read(const std::string& path);

  struct Function {
    std::string name;         // mangled; empty: it has none
    std::uint64_t begin = 0;  // where it begins, as addr2line counts; of code without a function,
                              // where that code is
    /// The offsets around the one that was asked for of which the same would be said.
    std::uint64_t first_offset = 0, end_offset = 0;
  };
  /// What is at `offset` in the file. Cost: opens the file and reads a name.
  [[nodiscard]] Function at(std::uint64_t offset) const;

  [[nodiscard]] std::size_t size() const { return symbols_.size() + beginnings_.size(); }

  static constexpr std::size_t kMostSymbols = 4U << 20U, kMostSections = 4096, kMostSegments = 64;
  static constexpr std::size_t kMostNameBytes = 16U << 10U;

 private:
  struct Segment {
    std::uint64_t offset = 0, bytes = 0, address = 0;
  };
  struct Symbol {
    std::uint64_t begin = 0;
    std::uint32_t bytes = 0;
    std::uint32_t name = 0;  // in the section of names
  };
  class File;
  /// Addresses between which the answer is the same.
  struct Span {
    std::uint64_t first = 0, end = ~std::uint64_t{0};
    /// It ends, or begins, at `edge`, as seen from `address`.
    void cut(std::uint64_t edge, std::uint64_t address);
  };
  void read_symbols(const File& file);
  /// The beginnings of functions that exceptions can pass: also of those without a name.
  void read_beginnings(const File& file, std::uint64_t offset, std::uint64_t address,
                       std::uint64_t bytes);
  [[nodiscard]] std::uint64_t address_of(std::uint64_t offset) const;
  [[nodiscard]] Span segment_at(std::uint64_t offset) const;
  /// Of a symbol with a name in the file; empty: it cannot be read.
  [[nodiscard]] std::string name(const File& file, const Symbol& symbol) const;
  [[nodiscard]] std::string best_name(const File& file, std::uint64_t address, std::uint64_t& begin,
                                      Span& same) const;

  std::string path_;
  std::uint64_t device_ = 0, inode_ = 0;
  std::vector<Segment> segments_;
  std::vector<Symbol> symbols_;  // by address
  std::uint64_t names_at_ = 0, names_bytes_ = 0;
  std::vector<std::uint64_t> beginnings_;  // by address
};

}  // namespace lanescope
