// Which number a text has in a channel: open addressing over hashes, in memory of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanescope::agent {

/// Not cryptographic; equal for equal bytes within one process.
std::uint64_t text_hash(std::string_view text);

/// Used by one thread at a time. Texts are told apart by 64 bits of hash and their length; their
/// bytes are not kept. All tables of a process share kStringBudget; a table that may not grow
/// takes nothing more and stays right for what it has.
class StringIds {
 public:
  StringIds() = default;
  StringIds(const StringIds&) = delete;
  StringIds& operator=(const StringIds&) = delete;
  ~StringIds() { release(); }

  /// 0: not there.
  [[nodiscard]] std::uint32_t find(std::uint64_t hash, std::size_t bytes) const;
  /// `id` is not 0, and find() has said that the text is not there. False: no room.
  bool add(std::uint64_t hash, std::size_t bytes, std::uint32_t id);
  /// Forgets all texts and keeps the memory.
  void clear();
  /// Gives the memory back.
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

/// What all tables of the process take now.
std::size_t string_table_bytes();
/// In the child after a fork: the tables are the parent's, and do not count here.
void forget_string_tables();

inline constexpr std::size_t kStringBudget = 64U << 20;  // bytes, of all tables of the process

}  // namespace lanescope::agent
