#include "capture/agent/nvtx/text.h"

#include <atomic>
#include <cstring>

#include "capture/agent/check.h"
#include "capture/agent/process/fresh_memory.h"
#include "capture/agent/process/own_memory.h"
#include "capture/agent/process/utf8.h"
#include "capture/agent/ring/string_ids.h"

namespace lanescope::agent::nvtx {
namespace {

constexpr std::size_t kBuckets = 1024;  // a power of two
constinit std::atomic<KeptText*> buckets[kBuckets];

/// Memory for kept texts, allocated from the front.
constinit std::atomic<char*> arena{nullptr};
constinit std::atomic<std::size_t> arena_used{0};

char* arena_memory() {
  char* memory = arena.load(std::memory_order_acquire);
  if (memory != nullptr) return memory;
  void* const fresh = fresh_memory(kKeptBytes, MAP_NORESERVE);
  if (fresh == nullptr) return nullptr;
  if (arena.compare_exchange_strong(memory, static_cast<char*>(fresh))) return arena.load();
  munmap(fresh, kKeptBytes);  // another thread was first
  return memory;
}

KeptText* make_text(std::string_view text, std::uint64_t hash) {
  char* const memory = arena_memory();
  if (memory == nullptr) return nullptr;
  const std::size_t bytes = (offsetof(KeptText, text) + text.size() + alignof(KeptText)) /
                            alignof(KeptText) * alignof(KeptText);
  const std::size_t at = arena_used.fetch_add(bytes, std::memory_order_relaxed);
  if (at + bytes > kKeptBytes) {
    arena_used.fetch_sub(bytes, std::memory_order_relaxed);
    return nullptr;
  }
  if (!LANESCOPE_AGENT_CHECK(at % alignof(KeptText) == 0, "texts that are aligned")) return nullptr;
  auto* const kept = reinterpret_cast<KeptText*>(memory + at);
  kept->hash = hash;
  kept->bytes = text.size();
  if (!text.empty()) std::memcpy(kept->text, text.data(), text.size());
  return kept;
}

KeptText* find_text(KeptText* from, std::string_view text, std::uint64_t hash) {
  for (; from != nullptr; from = from->next) {
    if (from->hash == hash && from->view() == text) return from;
  }
  return nullptr;
}

}  // namespace

bool is_kept_text(const void* handle) {
  const char* const begin = arena.load(std::memory_order_acquire);
  const auto at = reinterpret_cast<std::uintptr_t>(handle);
  const auto first = reinterpret_cast<std::uintptr_t>(begin);
  if (begin == nullptr || at < first || at % alignof(KeptText) != 0) return false;
  if (at - first + sizeof(KeptText) > kKeptBytes) return false;
  const std::size_t bytes = static_cast<const KeptText*>(handle)->bytes;
  return bytes <= kKeptBytes - (at - first) - offsetof(KeptText, text);
}

const KeptText* keep_text(std::string_view text) {
  const std::uint64_t hash = text_hash(text);
  std::atomic<KeptText*>& bucket = buckets[hash & (kBuckets - 1)];
  KeptText* first = bucket.load(std::memory_order_acquire);
  if (KeptText* const known = find_text(first, text, hash); known != nullptr) return known;
  KeptText* const kept = make_text(text, hash);
  if (kept == nullptr) return nullptr;
  kept->next = first;
  while (!bucket.compare_exchange_weak(first, kept, std::memory_order_acq_rel)) {
    // Another thread may have stored the same text meanwhile; ours then remains unused.
    if (KeptText* const known = find_text(first, text, hash); known != nullptr) return known;
    kept->next = first;
  }
  return kept;
}

std::string_view text_of(const char* text) {
  if (!is_address(text)) return {};
  return {text, strnlen(text, wire::kMaxStringBytes + 1)};
}

std::string_view text_of(const wchar_t* text, char (&buffer)[kTextBytes]) {
  std::size_t used = 0;
  if (is_address(text)) {
    for (; *text != L'\0' && used + 4 <= kTextBytes; ++text) {
      used += put_utf8(static_cast<std::uint32_t>(*text), buffer + used);
    }
  }
  return {buffer, used};
}

std::string_view text_of(const EventAttributes* event, char (&buffer)[kTextBytes]) {
  if (!is_address(event) || event->size < sizeof(EventAttributes)) return {};
  switch (event->message_type) {
    case MessageType::Ascii:
      return text_of(event->message.ascii);
    case MessageType::Wide:
      return text_of(event->message.wide, buffer);
    case MessageType::Registered:
      if (!is_kept_text(event->message.registered)) return {};
      return static_cast<const KeptText*>(event->message.registered)->view();
  }
  return {};
}

}  // namespace lanescope::agent::nvtx
