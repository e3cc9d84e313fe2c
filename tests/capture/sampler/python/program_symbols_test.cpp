#include "capture/sampler/python/program_symbols.h"

#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <string>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

/// Something of the C library, and where that begins.
struct Library {
  std::uint64_t base = 0, symbol = 0;
};

Library c_library(const char* name) {
  void* const handle = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  REQUIRE(handle != nullptr);
  void* const symbol = dlsym(handle, name);
  Dl_info info{};
  REQUIRE(dladdr(symbol, &info) != 0);
  dlclose(handle);
  return {reinterpret_cast<std::uint64_t>(info.dli_fbase), reinterpret_cast<std::uint64_t>(symbol)};
}

}  // namespace

TEST_CASE("symbols of a library are found in memory") {
  const RemoteMemory memory(getpid());
  for (const char* name : {"getppid", "environ", "qsort"}) {
    CAPTURE(name);
    const Library library = c_library(name);
    const auto symbols = ProgramSymbols::read(memory, library.base);
    REQUIRE(symbols);
    CHECK(symbols->find(name) == library.symbol);
    CHECK_FALSE(symbols->find("_PyRuntime"));
    CHECK_FALSE(symbols->find(""));
    CHECK_FALSE(symbols->find(std::string(100, 'x')));
  }
}

TEST_CASE("what is no program has no symbols") {
  const RemoteMemory memory(getpid());
  CHECK_FALSE(ProgramSymbols::read(memory, 0));
  CHECK_FALSE(ProgramSymbols::read(memory, std::uint64_t{1} << 46));
  std::vector<char> bytes(4096, 'x');
  const auto base = reinterpret_cast<std::uint64_t>(bytes.data());
  CHECK_FALSE(ProgramSymbols::read(memory, base));
  // A head that leads to tables that are not there, or in which all is alike.
  Elf64_Ehdr head{};
  std::memcpy(head.e_ident, ELFMAG, SELFMAG);
  head.e_ident[EI_CLASS] = ELFCLASS64;
  head.e_ident[EI_DATA] = ELFDATA2LSB;
  head.e_phentsize = sizeof(Elf64_Phdr);
  head.e_phnum = 2;
  head.e_phoff = sizeof head;
  Elf64_Phdr segments[2]{};
  segments[0].p_type = PT_LOAD;
  segments[1].p_type = PT_DYNAMIC;
  segments[1].p_vaddr = 1024;
  for (const std::uint64_t memory_bytes :
       {std::uint64_t{0}, std::uint64_t{160}, ~std::uint64_t{0}}) {
    for (const std::uint64_t table : {std::uint64_t{0}, std::uint64_t{1} << 46, base + 2048}) {
      segments[1].p_memsz = memory_bytes;
      const Elf64_Dyn dynamic[4] = {{DT_SYMTAB, {base + 1536}},
                                    {DT_STRTAB, {base + 1536}},
                                    {DT_GNU_HASH, {table}},
                                    {DT_NULL, {0}}};
      std::memcpy(bytes.data(), &head, sizeof head);
      std::memcpy(bytes.data() + head.e_phoff, segments, sizeof segments);
      std::memcpy(bytes.data() + 1024, dynamic, sizeof dynamic);
      const auto symbols = ProgramSymbols::read(memory, base);
      if (symbols) CHECK_FALSE(symbols->find("_PyRuntime"));
    }
  }
}
