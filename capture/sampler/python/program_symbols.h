// Symbols that a program or library offers, read from the memory of the process that has it loaded:
// needs neither its file nor sections, and works for files that were replaced or lie in a
// container.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "capture/sampler/python/remote_memory.h"

namespace lanescope {

/// A loaded ELF file of this machine's kind. Takes any bytes: tables that lead nowhere have no
/// symbols.
class ProgramSymbols {
 public:
  /// `base` is where the file's first byte is mapped. Nothing if no such file is there.
  static std::optional<ProgramSymbols> read(const RemoteMemory& memory, std::uint64_t base);

  /// The address of a symbol that this file defines. Costs about five system calls.
  [[nodiscard]] std::optional<std::uint64_t> find(std::string_view name) const;

 private:
  explicit ProgramSymbols(const RemoteMemory& memory) : memory_(memory) {}

  bool read_dynamic(std::uint64_t address, std::uint64_t bytes);
  [[nodiscard]] std::optional<std::uint64_t> find_by_gnu_hash(std::string_view name) const;
  [[nodiscard]] std::optional<std::uint64_t> find_by_hash(std::string_view name) const;
  /// Its address if the symbol with this number has the name and is defined here.
  [[nodiscard]] std::optional<std::uint64_t> match(std::uint32_t symbol,
                                                   std::string_view name) const;

  RemoteMemory memory_;
  std::uint64_t bias_ = 0;  // what is added to the file's own addresses
  std::uint64_t symbols_ = 0, texts_ = 0, hash_ = 0, gnu_hash_ = 0;
};

}  // namespace lanescope
