// Maps texts to their numbers in a channel: open addressing over hashes, in its own memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanescope::agent {

/// Not cryptographic; stable within one process.
std::uint64_t text_hash(std::string_view text);

/// Used by one thread at a time. Texts are identified by a 64-bit hash and their length; their
/// bytes are not stored. All tables of a process share kStringBudget; a table that may not grow
/// accepts no new texts but stays valid for those it has.
class StringIds {
 public:
  StringIds() = default;
  StringIds(const StringIds&) = delete;
  StringIds& operator=(const StringIds&) = delete;
  ~StringIds() { release(); }

  /// 0 if not found.
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, std::size_t bytes) const;
  /// `id` must not be 0, and find() must not have found the text. False: no room.
  bool add(std::uint64_t hash, std::size_t bytes, std::uint32_t id);
  /// Forgets all texts but keeps the memory.
  void clear();
  /// Releases the memory.
  void release();

 private:
  struct Slot {
    std::uint64_t hash;
    std::uint32_t bytes;
    std::uint32_t id;  // 0: empty
  };

  bool grow();
  void place(const Slot& slot);

  Slot* slots_ = nullptr;
  std::size_t capacity_ = 0;  // a power of two, or 0
  std::size_t used_ = 0;
};

/// Current size of all tables of the process, in bytes.
std::size_t string_table_bytes();
/// In the child after a fork: the tables belong to the parent and are not counted here.
void forget_string_tables();

inline constexpr std::size_t kStringBudget = 64U << 20;  // bytes, for all tables of the process

}  // namespace lanescope::agent
