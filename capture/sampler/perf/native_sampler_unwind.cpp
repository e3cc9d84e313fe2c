// How samples get the callers that unwinding finds, on another thread.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "capture/sampler/perf/native_sampler.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

/// `bytes`: registers in the kernel's order, then the stack.
StackCopy stack_copy(std::span<const std::byte> bytes, bool is_cut) {
  LANESCOPE_CHECK(bytes.size() > sizeof(Registers), "registers and a stack in {} bytes",
                  bytes.size());
  Registers kernels;
  std::memcpy(kernels.data(), bytes.data(), sizeof kernels);
  StackCopy copy;
  for (std::size_t i = 0; i < kernels.size(); ++i) copy.registers[kDwarfOrder[i]] = kernels[i];
  const auto stack = bytes.subspan(sizeof kernels);
  copy.bytes.assign(stack.begin(), stack.end());
  copy.is_cut = is_cut;
  return copy;
}

}  // namespace

std::string unwind_refusal(const PerfAccess& access) {
  if (!access.allowed()) return access.refusal;
  if (kRegisterMask == 0) return "unwinding is not supported on this processor";
  if (!DwarfUnwinder::can_unwind()) {
    return std::string(DwarfUnwinder::kLibrary) +
           " was not found; install libdw1 (Debian, Ubuntu) or elfutils-libs (Fedora, RHEL)";
  }
  return perf_copies_stacks(access.with_kernel) ? "" : "the kernel does not copy stacks here";
}

std::uint32_t copied_stack_bytes(int rate_hz) {
  constexpr std::uint32_t kUsual = 16U << 10U, kAtHighRates = 8U << 10U;
  constexpr int kHighHz = 500;
  return rate_hz > kHighHz ? kAtHighRates : kUsual;
}

void NativeSampler::ask_to_unwind(Process& process, Sample& sample, const PerfBatch& batch,
                                  const PerfBatch::Entry& entry) {
  if (unwinder_ == nullptr) return;
  if (std::exchange(process.is_map_new, false)) tell_map(process);
  const auto number = unwinder_->add(process.folder->pid(),
                                     stack_copy(batch.stack_of(entry), entry.record.stack_is_cut));
  sample.unwinding = number.value_or(0);
  not_unwound_ += number ? 0 : 1;
}

void NativeSampler::tell_map(Process& process) {
  std::vector<MappedCode> code;
  for (const CodeRegion& region : process.map.regions()) {
    const FunctionNames::File& file = names_.file(region.file);
    code.push_back(
        {region.begin, region.end, region.offset, region.file, file.folder, file.path, file.inode});
  }
  if (code == process.told_map) return;
  process.told_map = code;
  unwinder_->map(process.folder->pid(),
                 std::make_shared<const std::vector<MappedCode>>(std::move(code)));
}

void NativeSampler::collect() {
  if (unwinder_ != nullptr) {
    for (const UnwindThread::Unwound& unwound : unwinder_->collect()) take_unwound(unwound);
  }
  // Behind what asks for names.
  names_.collect();
}

void NativeSampler::take_unwound(const UnwindThread::Unwound& unwound) {
  const auto at = processes_.find(unwound.pid);
  if (at == processes_.end()) return;
  std::deque<Sample>& waiting = at->second.waiting;
  // Near the front, as they are unwound in order. It may be gone, if that took too long.
  const auto sample = std::ranges::find(waiting, unwound.number, &Sample::unwinding);
  if (sample == waiting.end()) return;
  sample->unwinding = 0;
  // Without even the innermost function, what the kernel found is more.
  if (!unwound.stack.places.empty()) {
    sample->end = unwound.stack.end;
    sample->places.clear();
    for (const CodePlace& place : unwound.stack.places)
      sample->places.push_back(FunctionNames::place(place.file, place.offset));
  }
  ask(*sample);
}

}  // namespace lanescope
