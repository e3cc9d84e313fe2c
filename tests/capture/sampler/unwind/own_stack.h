// The stack of the calling thread as a sample would have it, and what this process has mapped.
#pragma once

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <pthread.h>
#include <string_view>
#include <ucontext.h>
#include <unistd.h>
#include <vector>

#include <doctest/doctest.h>
#include <sys/uio.h>

#include "capture/sampler/perf/code_map.h"
#include "capture/sampler/perf/function_names.h"
#include "capture/sampler/unwind/dwarf_unwinder.h"

namespace lanescope {

/// Of the function that calls this, as it is behind the call.
[[gnu::noinline]] inline StackCopy own_stack() {
  ucontext_t context{};
  ::getcontext(&context);
  StackCopy copy;
#if defined(__x86_64__)
  const auto& all = context.uc_mcontext.gregs;
  const int order[] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                       REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                       REG_R12, REG_R13, REG_R14, REG_R15, REG_RIP};
  for (std::size_t i = 0; i < copy.registers.size(); ++i)
    copy.registers[i] = static_cast<std::uint64_t>(all[order[i]]);
#elif defined(__aarch64__)
  for (std::size_t i = 0; i < 31; ++i) copy.registers[i] = context.uc_mcontext.regs[i];
  copy.registers[31] = context.uc_mcontext.sp;
  copy.registers[32] = context.uc_mcontext.pc;
#endif
  pthread_attr_t attributes;
  void* lowest = nullptr;
  std::size_t bytes = 0;
  REQUIRE(::pthread_getattr_np(::pthread_self(), &attributes) == 0);
  ::pthread_attr_getstack(&attributes, &lowest, &bytes);
  ::pthread_attr_destroy(&attributes);
  stack_t alternate{};
  const bool is_other = ::sigaltstack(nullptr, &alternate) == 0 &&
                        (static_cast<unsigned>(alternate.ss_flags) & SS_ONSTACK) != 0;
  if (is_other) lowest = alternate.ss_sp;
  if (is_other) bytes = alternate.ss_size;
  const std::uint64_t begin = copy.registers[kStackRegister];
  const std::uint64_t end = reinterpret_cast<std::uint64_t>(lowest) + bytes;
  REQUIRE(begin < end);
  copy.bytes.resize(std::min<std::uint64_t>(end - begin, 256U << 10U));
  // By the kernel, since a sanitizer forbids to look into other functions' variables.
  const iovec to{copy.bytes.data(), copy.bytes.size()};
  const iovec from{reinterpret_cast<void*>(begin), copy.bytes.size()};
  REQUIRE(::process_vm_readv(::getpid(), &to, 1, &from, 1, 0) ==
          static_cast<ssize_t>(copy.bytes.size()));
  return copy;
}

inline std::vector<MappedCode> own_code(FunctionNames& names) {
  const auto self = ProcFolder::open(::getpid());
  REQUIRE(self);
  CodeMap map;
  map.read(*self, [&](std::uint64_t device, std::uint64_t inode, std::string_view path) {
    return names.file(device, inode, "/proc/self/root", path);
  });
  std::vector<MappedCode> code;
  for (const CodeRegion& region : map.regions()) {
    const FunctionNames::File& file = names.file(region.file);
    code.push_back(
        {region.begin, region.end, region.offset, region.file, file.folder, file.path, file.inode});
  }
  return code;
}

}  // namespace lanescope
