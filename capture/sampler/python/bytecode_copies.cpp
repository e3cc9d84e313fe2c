#include "capture/sampler/python/bytecode_copies.h"

#include <algorithm>

#include "core/base/check.h"

namespace lanescope {

std::optional<std::int64_t> BytecodeCopies::offset(const Code& code, std::uint64_t instruction,
                                                   std::uint64_t sample) {
  LANESCOPE_CHECK(sample >= sample_, "sample {} after {}", sample, sample_);
  if (layout_.runtime.code_copies == RuntimeLayout::kNone || code.number == 0) return {};
  if (sample != sample_) reads_ = 0;
  sample_ = sample;
  if (const auto begin = find_known(code, instruction))
    return static_cast<std::int64_t>(instruction - *begin);
  if (reads_ == kMostReads || is_missed(code, instruction)) return {};
  ++reads_;
  const bool readable = read_begins(code);
  const auto begin = std::ranges::find_if(begins_, [&](std::uint64_t at) {
    return at != 0 && instruction - at < static_cast<std::uint64_t>(code.bytes);
  });
  if (!readable || begin == begins_.end()) {
    const auto in_none = readable ? std::optional(instruction) : std::nullopt;
    remember_miss(code.number, {.instruction = in_none, .read = sample_});
    return {};
  }
  remember(code.number, *begin);
  return static_cast<std::int64_t>(instruction - *begin);
}

bool BytecodeCopies::is_missed(const Code& code, std::uint64_t instruction) const {
  const auto at = misses_.find(code.number);
  return at != misses_.end() && sample_ - at->second.read < kRetrySamples &&
         at->second.instruction.value_or(instruction) == instruction;
}

void BytecodeCopies::remember_miss(std::uint32_t number, const Miss& miss) {
  if (misses_.size() == kMostCopies) misses_.clear();
  misses_.insert_or_assign(number, miss);
}

std::optional<std::uint64_t> BytecodeCopies::find_known(const Code& code,
                                                        std::uint64_t instruction) const {
  const auto known = copies_.find(code.number);
  if (known == copies_.end()) return {};
  for (const Copy& copy : known->second) {
    if (instruction - copy.begin < static_cast<std::uint64_t>(code.bytes) &&
        sample_ - copy.read < kTrustedSamples)
      return copy.begin;
  }
  return {};
}

void BytecodeCopies::remember(std::uint32_t number, std::uint64_t begin) {
  if (count_ == kMostCopies) {
    copies_.clear();
    count_ = 0;
  }
  std::vector<Copy>& known = copies_[number];
  const auto outdated = std::erase_if(
      known, [this](const Copy& copy) { return sample_ - copy.read >= kTrustedSamples; });
  known.push_back({.begin = begin, .read = sample_});
  count_ += 1 - outdated;
}

/// The code object has an array of them: how many, then where each begins, or null
/// (_PyCodeArray in Include/cpython/code.h).
bool BytecodeCopies::read_begins(const Code& code) {
  const auto array = memory_.load<std::uint64_t>(code.address + layout_.runtime.code_copies);
  if (!array || !is_remote_object(*array)) return false;
  const auto count = memory_.load<std::int64_t>(*array);
  if (!count || *count <= 0) return false;
  begins_.resize(std::min(static_cast<std::size_t>(*count), kMostThreads));
  const std::uint64_t first = *array + sizeof(std::int64_t);
  return memory_.read(first, begins_.data(), begins_.size() * sizeof(std::uint64_t));
}

}  // namespace lanescope
