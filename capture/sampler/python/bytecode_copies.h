// Without the GIL, threads other than the first run copies of the bytecode, from 3.14 on: from an
// instruction there to its place in the code object, by which its line is found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "capture/sampler/python/remote_memory.h"
#include "capture/sampler/python/runtime_layout.h"

namespace lanescope {

class BytecodeCopies {
 public:
  static constexpr std::size_t kMostCopies = 65536;  // remembered
  static constexpr std::size_t kMostThreads = 4096;  // of one code object
  /// Another copy may be where a thread had its own that has ended.
  static constexpr std::uint64_t kTrustedSamples = 256;
  /// What was not found may be there later: a copy is made when a thread first runs the code.
  static constexpr std::uint64_t kRetrySamples = 16;
  static constexpr int kMostReads = 64;  // in a sample

  /// Both must outlive it.
  BytecodeCopies(const RemoteMemory& memory, const RemotePythonLayout& layout)
      : memory_(memory), layout_(layout) {}

  struct Code {
    std::uint64_t address = 0;
    std::uint32_t number = 0;  // see PythonCodes; no two code objects have the same
    std::int64_t bytes = 0;    // of its bytecode
  };
  /// Bytes from the start of the copy that the instruction at this address is in; nullopt: in none.
  /// `sample`: its number, which never falls. Cost: 3 system calls for a copy that is not known,
  /// but only once in kRetrySamples samples if they found nothing.
  std::optional<std::int64_t> offset(const Code& code, std::uint64_t instruction,
                                     std::uint64_t sample);

 private:
  struct Copy {
    std::uint64_t begin = 0;
    std::uint64_t read = 0;  // the sample
  };
  /// The last search in vain for a copy of a code object.
  struct Miss {
    std::optional<std::uint64_t> instruction;  // in none of the copies; nullopt: cannot be read
    std::uint64_t read = 0;                    // the sample
  };
  [[nodiscard]] std::optional<std::uint64_t> find_known(const Code& code,
                                                        std::uint64_t instruction) const;
  [[nodiscard]] bool is_missed(const Code& code, std::uint64_t instruction) const;
  void remember(std::uint32_t number, std::uint64_t begin);
  void remember_miss(std::uint32_t number, const Miss& miss);
  /// Into begins_; false if they cannot be read.
  [[nodiscard]] bool read_begins(const Code& code);

  const RemoteMemory& memory_;
  const RemotePythonLayout& layout_;
  std::unordered_map<std::uint32_t, std::vector<Copy>> copies_;  // by number
  std::unordered_map<std::uint32_t, Miss> misses_;               // by number
  std::size_t count_ = 0;                                        // of copies_
  std::uint64_t sample_ = 0;
  int reads_ = 0;  // in the sample
  std::vector<std::uint64_t> begins_;
};

}  // namespace lanescope
