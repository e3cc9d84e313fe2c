// The code objects of another process: their names and line tables are read once. Python reuses the
// address of a freed one, so what identifies it is read again from time to time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "capture/sampler/python/remote_copies.h"
#include "capture/sampler/python/runtime_layout.h"
#include "capture/sampler/python_reader.h"

namespace lanescope {

class PythonCodes {
 public:
  PythonCodes(const RemoteMemory& memory, const RemotePythonLayout& layout, std::uint64_t code_type)
      : memory_(memory), layout_(layout), code_type_(code_type) {}

  /// Forgets everything if there is too much of it; numbers go on. Whoever holds addresses that
  /// were checked has to check them again: returns whether it did.
  bool start_sample();

  /// Adds a code object to the next check, unless it was checked at most `samples` samples ago.
  void want(std::uint64_t address, std::uint64_t samples);
  /// Reads what identifies the wanted ones, in one call, and all of those that are new or others
  /// than before. Returns whether there were any: what led to these may have been outdated by then.
  bool check();

  /// The number of the code object, from 1 and never reused; 0 if none is known at the address.
  [[nodiscard]] std::uint32_t number_of(std::uint64_t address) const;
  /// Instructions of a code object in bytes; nullopt if it does not say.
  [[nodiscard]] std::optional<std::int64_t> bytecode_bytes(std::uint64_t address) const;
  /// Null if it was forgotten.
  [[nodiscard]] const PythonCode* find(std::uint32_t number) const;

 private:
  /// What tells a code object from a later one at its address.
  struct Identity {
    std::uint64_t type = 0, name = 0, file = 0, line_table = 0;
    std::int32_t first_line = 0;
    friend bool operator==(const Identity&, const Identity&) = default;
  };
  struct Entry {
    Identity identity;
    std::uint32_t number = 0;
    std::int32_t units = -1;
    std::uint64_t checked = 0;  // the sample
    bool wanted = false;
  };

  [[nodiscard]] std::uint32_t head_bytes() const;
  [[nodiscard]] Identity identity_in(const char* head) const;
  bool renew(std::uint64_t address, const char* head);
  [[nodiscard]] std::optional<PythonCode> read(std::uint64_t address, const Identity& head) const;
  [[nodiscard]] std::optional<std::string> read_text(std::uint64_t address) const;
  bool read_table(std::uint64_t address, PythonCode& code) const;

  const RemoteMemory& memory_;
  const RemotePythonLayout& layout_;
  const std::uint64_t code_type_;
  std::uint64_t sample_ = 0;
  std::unordered_map<std::uint64_t, Entry> entries_;
  std::vector<PythonCode> codes_;
  std::uint32_t forgotten_ = 0;  // number of the last code that is no longer in codes_
  std::size_t text_bytes_ = 0;
  RemoteCopies heads_;
  std::vector<std::uint64_t> wanted_;
};

}  // namespace lanescope
