// The part of elfutils' libdw that unwinds stacks, found at run time, so that neither the build nor
// a machine without it needs it. Its declarations are ours; `libdw_test` holds them against its
// headers where these are installed.
#pragma once

#include <cstdint>

#include <sys/types.h>

namespace lanescope::libdw {

// Known to the library alone.
struct Session;
struct Module;
struct Thread;
struct Frame;
struct Elf;

using Address = std::uint64_t;

constexpr int kGoOn = 0, kStop = 1;  // what a callback for frames returns
constexpr int kElfRead = 1;          // ELF_C_READ: by read(), not by mapping the file
constexpr unsigned kElfVersion = 1;  // EV_CURRENT

struct Callbacks {
  int (*find_elf)(Module* module, void** data, const char* name, Address base, char** file,
                  Elf** elf);
  int (*find_debug_info)(Module* module, void** data, const char* name, Address base,
                         const char* file, const char* link, std::uint32_t crc, char** found);
  int (*section_address)(Module* module, void** data, const char* name, Address base,
                         const char* section, std::uint32_t index, const void* header,
                         Address* address);
  char** debug_info_path;
};

struct ThreadCallbacks {
  pid_t (*next_thread)(Session* session, void* argument, void** thread_argument);
  bool (*get_thread)(Session* session, pid_t tid, void* argument, void** thread_argument);
  bool (*read_memory)(Session* session, Address address, std::uint64_t* word, void* argument);
  bool (*set_registers)(Thread* thread, void* thread_argument);
  void (*detach)(Session* session, void* argument);
  void (*detach_thread)(Thread* thread, void* thread_argument);
};

struct Functions {
  Session* (*begin)(const Callbacks* callbacks);
  void (*end)(Session* session);
  void (*report_begin)(Session* session);
  Module* (*report_module)(Session* session, const char* name, Address start, Address end);
  int (*report_end)(Session* session,
                    int (*removed)(Module* module, void* data, const char* name, Address base,
                                   void* argument),
                    void* argument);
  const char* (*module_info)(Module* module, void*** data, Address* start, Address* end,
                             Address* dwarf_bias, Address* symbol_bias, const char** file,
                             const char** debug_file);
  bool (*attach)(Session* session, Elf* elf, pid_t pid, const ThreadCallbacks* callbacks,
                 void* argument);
  int (*frames)(Session* session, pid_t tid, int (*each)(Frame* frame, void* argument),
                void* argument);
  bool (*frame_address)(Frame* frame, Address* address, bool* is_exact);
  bool (*set_registers)(Thread* thread, int first, unsigned count, const std::uint64_t* values);
  void (*set_address)(Thread* thread, std::uint64_t address);
  unsigned (*elf_version)(unsigned version);
  Elf* (*elf_begin)(int file, int command, Elf* same);
  int (*elf_end)(Elf* elf);
};

/// The library, which stays loaded; null: there is none, or an older one lacks a function. Cost: 1
/// ms at first. Any thread.
const Functions* load(const char* library);

}  // namespace lanescope::libdw
