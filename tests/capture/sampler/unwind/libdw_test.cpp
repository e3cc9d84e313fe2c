#include "capture/sampler/unwind/libdw.h"

#include <doctest/doctest.h>

#if __has_include(<elfutils/libdwfl.h>)
#include <cstddef>

#include <elfutils/libdwfl.h>
#endif
#if __has_include(<asm/perf_regs.h>)
#include <asm/perf_regs.h>
#endif

#include "capture/sampler/unwind/dwarf_unwinder.h"
#include "capture/sampler/unwind/registers.h"

using namespace lanescope;

#if __has_include(<elfutils/libdwfl.h>)
static_assert(sizeof(Dwfl_Callbacks) == sizeof(libdw::Callbacks));
static_assert(offsetof(Dwfl_Callbacks, find_elf) == offsetof(libdw::Callbacks, find_elf));
static_assert(offsetof(Dwfl_Callbacks, find_debuginfo) ==
              offsetof(libdw::Callbacks, find_debug_info));
static_assert(offsetof(Dwfl_Callbacks, section_address) ==
              offsetof(libdw::Callbacks, section_address));
static_assert(sizeof(Dwfl_Thread_Callbacks) == sizeof(libdw::ThreadCallbacks));
static_assert(offsetof(Dwfl_Thread_Callbacks, next_thread) ==
              offsetof(libdw::ThreadCallbacks, next_thread));
static_assert(offsetof(Dwfl_Thread_Callbacks, get_thread) ==
              offsetof(libdw::ThreadCallbacks, get_thread));
static_assert(offsetof(Dwfl_Thread_Callbacks, memory_read) ==
              offsetof(libdw::ThreadCallbacks, read_memory));
static_assert(offsetof(Dwfl_Thread_Callbacks, set_initial_registers) ==
              offsetof(libdw::ThreadCallbacks, set_registers));
static_assert(sizeof(Dwarf_Addr) == sizeof(libdw::Address));
static_assert(DWARF_CB_OK == libdw::kGoOn && DWARF_CB_ABORT == libdw::kStop);
static_assert(ELF_C_READ == libdw::kElfRead && EV_CURRENT == libdw::kElfVersion);
#endif

#if __has_include(<asm/perf_regs.h>)
#if defined(__x86_64__)
static_assert(kRegisterMask ==
              (std::uint64_t{1} << PERF_REG_X86_AX | std::uint64_t{1} << PERF_REG_X86_BX |
               std::uint64_t{1} << PERF_REG_X86_CX | std::uint64_t{1} << PERF_REG_X86_DX |
               std::uint64_t{1} << PERF_REG_X86_SI | std::uint64_t{1} << PERF_REG_X86_DI |
               std::uint64_t{1} << PERF_REG_X86_BP | std::uint64_t{1} << PERF_REG_X86_SP |
               std::uint64_t{1} << PERF_REG_X86_IP | std::uint64_t{0xFF} << PERF_REG_X86_R8));
static_assert(kDwarfOrder[PERF_REG_X86_SP] == kStackRegister);
static_assert(kDwarfOrder[PERF_REG_X86_IP] == kAddressRegister);
#elif defined(__aarch64__)
static_assert(kRegisterMask == (std::uint64_t{1} << PERF_REG_ARM64_MAX) - 1);
static_assert(PERF_REG_ARM64_SP == kStackRegister && PERF_REG_ARM64_PC == kAddressRegister);
#endif
#endif

TEST_CASE("a machine without the library can record without it") {
  constexpr const char* kNone = "liblanescope-has-none.so.1";
  CHECK(libdw::load(kNone) == nullptr);
  CHECK_FALSE(DwarfUnwinder::can_unwind(kNone));
  CHECK(DwarfUnwinder::make(kNone) == nullptr);
}
