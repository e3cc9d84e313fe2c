// Who called whom, by the unwind tables that compilers write for exceptions (.eh_frame): also in
// code that has no frame pointers. libdw reads them; the stack is a copy, so nothing of the process
// is touched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "capture/sampler/unwind/libdw.h"
#include "capture/sampler/unwind/module_layout.h"
#include "capture/sampler/unwind/registers.h"
#include "core/base/files/file_descriptor.h"

namespace lanescope {

/// A thread at the moment of a sample.
struct StackCopy {
  Registers registers{};
  std::vector<std::byte> bytes;  // from its stack pointer on
  bool is_cut = false;           // the stack goes on beyond them
};

/// A place in the code of a file.
struct CodePlace {
  std::uint32_t file = 0;    // as MappedCode numbers it
  std::uint64_t offset = 0;  // in the file

  friend bool operator==(const CodePlace&, const CodePlace&) = default;
};

struct UnwoundStack {
  enum class End : std::uint8_t {
    Complete,  // the outermost function is there
    Cut,       // where the copy of the stack ends
    Signaled,  // where a signal came, whose handler has a stack of its own: only that is copied
    Unknown,   // where no table tells the caller
  };
  std::vector<CodePlace> places;  // innermost first
  End end = End::Unknown;
};

/// One thread.
class DwarfUnwinder {
 public:
  /// Null: this machine has no libdw, or its processor is not known here. `library`: its name.
  static std::unique_ptr<DwarfUnwinder> make(const char* library = kLibrary);
  /// Whether make() would return one.
  static bool can_unwind(const char* library = kLibrary);
  ~DwarfUnwinder();
  DwarfUnwinder(const DwarfUnwinder&) = delete;
  DwarfUnwinder& operator=(const DwarfUnwinder&) = delete;

  /// What a process has mapped, by address. Cost: 20 µs for each file that is new.
  void map(std::int64_t pid, std::span<const MappedCode> code);
  void forget(std::int64_t pid);
  /// Cost: some 2 µs a frame; at the first one of a library, it reads its table, up to 0.1 s.
  UnwoundStack unwind(std::int64_t pid, const StackCopy& stack);

  static constexpr const char* kLibrary = "libdw.so.1";
  static constexpr std::size_t kMostFrames = 512;
  static constexpr std::size_t kMostProcesses = 256;
  /// Files whose tables are read, each with a descriptor. Code of others has no callers.
  static constexpr std::size_t kMostOpenFiles = 256, kMostFiles = 2048;

 private:
  struct File;
  struct Process;
  explicit DwarfUnwinder(const libdw::Functions& call);

  /// For libdw, which calls them back.
  static int find_elf(libdw::Module* module, void** data, const char* name, libdw::Address base,
                      char** path, libdw::Elf** elf);
  static bool read_memory(libdw::Session* session, libdw::Address address, std::uint64_t* word,
                          void* argument);
  static bool set_registers(libdw::Thread* thread, void* argument);
  static int add_frame(libdw::Frame* frame, void* argument);

  bool begin(std::int64_t pid, Process& process);
  void report(Process& process);
  File& file_of(const MappedCode& code);
  libdw::Elf* open(File& file);

  const libdw::Functions* call_;
  FileDescriptor own_file_;
  libdw::Elf* own_ = nullptr;  // a program of this processor
  std::map<std::uint32_t, std::unique_ptr<File>> files_;
  std::map<std::int64_t, std::unique_ptr<Process>> processes_;
  std::size_t open_files_ = 0;
};

}  // namespace lanescope
