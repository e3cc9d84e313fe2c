#include "capture/sampler/python/queue_waits.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

namespace lanescope {
namespace {

/// Local variables and values that are being computed with, among them the queue whose method is
/// called.
constexpr std::size_t kMostSlots = 128;
constexpr std::uint64_t kPageBytes = 4096;
constexpr std::uint64_t kTagBits = 7;  // of references, in 3.14
constexpr std::uint32_t kPointer = sizeof(std::uint64_t);
constexpr std::size_t kMostTypes = 1024;
/// What is no queue's type is read again after so many looks: it may have been read while it was
/// made, or another type may be there by now.
constexpr std::uint32_t kTrusted = 64;
/// From then on a queue has a flag where its lock was (Modules/_queuemodule.c).
constexpr std::uint16_t kWithoutLock = 0x030D;

template <typename T>
T field(const char* object, std::size_t offset) {
  T value;
  std::memcpy(&value, object + offset, sizeof value);
  return value;
}

}  // namespace

void QueueWaits::read_slots(std::uint64_t frame) {
  references_.assign(kMostSlots, 0);
  const std::uint64_t first = frame + python_.layout.runtime.frame_locals;
  // The memory of frames may end behind the last one, at a page.
  const std::uint64_t in_page = (kPageBytes - first % kPageBytes) / kPointer;
  const std::size_t count = std::min<std::size_t>(kMostSlots, in_page);
  if (!memory_.read(first, references_.data(), count * sizeof(std::uint64_t)))
    return references_.clear();
  const std::size_t more = kMostSlots - count;
  if (!memory_.read(first + count * sizeof(std::uint64_t), references_.data() + count,
                    more * sizeof(std::uint64_t)))
    references_.resize(count);
}

bool QueueWaits::is_queue_type(std::uint64_t type) {
  if (types_.size() == kMostTypes) types_.clear();
  KnownType& known = types_[type];
  if (known.is_queue || known.looks_left > 0) {
    if (!known.is_queue) --known.looks_left;
    return known.is_queue;
  }
  constexpr std::string_view kName("_queue.SimpleQueue\0", 19);
  std::array<char, kName.size()> name{};
  const std::uint64_t name_at = python_.layout.objects.type_name;
  const auto text = memory_.load<std::uint64_t>(type + name_at);
  known.is_queue = text && memory_.read(*text, name.data(), name.size()) &&
                   std::string_view(name.data(), name.size()) == kName;
  known.looks_left = kTrusted;
  return known.is_queue;
}

bool QueueWaits::is_awaited_queue(const char* object, std::uint64_t futex) {
  const PythonLayout& python = python_.layout.python;
  const std::uint16_t lock = python_.layout.objects.module_dict;
  const bool is_awaited = python.version >= kWithoutLock
                              ? field<std::uint8_t>(object, lock) == 1
                              : field<std::uint64_t>(object, lock) == futex;
  const auto type = field<std::uint64_t>(object, python.object_type);
  return is_awaited && is_remote_object(type) && is_queue_type(type);
}

bool QueueWaits::any_is_awaited(std::uint64_t futex) {
  const std::uint32_t bytes = python_.layout.objects.module_dict + 2 * kPointer;
  objects_.clear();
  for (const std::uint64_t reference : references_) {
    const std::uint64_t object = reference & ~kTagBits;
    if (is_remote_object(object)) objects_.add(object, bytes);
  }
  objects_.fetch(memory_);
  references_.clear();
  for (RemoteCopies::Piece piece = 0; piece < objects_.count(); ++piece) {
    const char* const object = objects_.of(piece);
    if (object == nullptr) continue;
    if (is_awaited_queue(object, futex)) return true;
    // A bound method has its object behind what it calls.
    references_.push_back(field<std::uint64_t>(object, bytes - kPointer));
  }
  return false;
}

bool QueueWaits::is_in_queue(std::uint64_t frame, std::uint64_t futex) {
  if (!python_.layout.has_objects || !is_remote_object(frame)) return false;
  read_slots(frame);
  return any_is_awaited(futex) || any_is_awaited(futex);
}

}  // namespace lanescope
