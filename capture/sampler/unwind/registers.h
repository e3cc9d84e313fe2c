// The registers that a stack is unwound with: which of them the kernel is asked for, in its order,
// and how DWARF counts them. Numbers are those of asm/perf_regs.h and of each processor's DWARF
// mapping.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lanescope {

#if defined(__x86_64__)
/// Where the kernel's values, in the order of its bits, are in DWARF's order: ax bx cx dx si di bp
/// sp ip, r8 to r15.
inline constexpr std::array<std::uint8_t, 17> kDwarfOrder{0, 3, 2,  1,  4,  5,  6,  7, 16,
                                                          8, 9, 10, 11, 12, 13, 14, 15};
inline constexpr std::uint64_t kRegisterMask = 0x1FF | std::uint64_t{0xFF} << 16U;
inline constexpr std::size_t kStackRegister = 7, kAddressRegister = 16;  // as DWARF counts
inline constexpr bool kAddressIsRegister = true;                         // in DWARF
inline constexpr std::uint64_t kRegisters64 = 2;                         // PERF_SAMPLE_REGS_ABI_64
#elif defined(__aarch64__)
/// x0 to x30, sp, pc: as DWARF counts, but for the last.
inline constexpr std::array<std::uint8_t, 33> kDwarfOrder{
    0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16,
    17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};
inline constexpr std::uint64_t kRegisterMask = (std::uint64_t{1} << 33U) - 1;
inline constexpr std::size_t kStackRegister = 31, kAddressRegister = 32;
inline constexpr bool kAddressIsRegister = false;
inline constexpr std::uint64_t kRegisters64 = 2;
#else
// Of other processors nothing is asked.
inline constexpr std::array<std::uint8_t, 1> kDwarfOrder{0};
inline constexpr std::uint64_t kRegisterMask = 0;
inline constexpr std::size_t kStackRegister = 0, kAddressRegister = 0;
inline constexpr bool kAddressIsRegister = true;
inline constexpr std::uint64_t kRegisters64 = 2;
#endif

/// Of a 64-bit thread, as DWARF counts.
using Registers = std::array<std::uint64_t, kDwarfOrder.size()>;

}  // namespace lanescope
