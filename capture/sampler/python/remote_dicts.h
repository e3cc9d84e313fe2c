// Dictionaries and attributes of Python's objects in another process. They may change while they
// are read: whoever needs to be sure reads twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "capture/sampler/python/find_python.h"
#include "capture/sampler/python/remote_copies.h"
#include "capture/sampler/python/remote_memory.h"

namespace lanescope {

/// The addresses of a key and its value.
struct RemoteItem {
  std::uint64_t hash = 0;  // of the key; 0 in dictionaries whose keys are all texts, but in 3.10
  std::uint64_t key = 0, value = 0;
  friend bool operator==(const RemoteItem&, const RemoteItem&) = default;
};

class RemoteDicts {
 public:
  static constexpr std::size_t kMostItems = 65536;

  /// Both must outlive it.
  RemoteDicts(const RemoteMemory& memory, const FoundPython& python)
      : memory_(memory), python_(python) {}

  /// The items of a dictionary, in the order of its keys. False: there is none at the address, or
  /// it changed, or it has more than kMostItems. Cost: 3 system calls.
  bool items(std::uint64_t dict, std::vector<RemoteItem>& items) const;
  /// The attributes of an object whose class is written in Python. Cost: up to 6 system calls.
  bool attributes(std::uint64_t object, std::vector<RemoteItem>& items) const;

  /// The value of the item whose key is this text of ASCII characters; nullopt: there is none.
  /// Cost: a system call for 256 items.
  std::optional<std::uint64_t> find(std::span<const RemoteItem> items, std::string_view key);

  /// Whether the object is of this very type, and none derived from it.
  [[nodiscard]] bool is_a(std::uint64_t object, std::uint64_t type) const;

 private:
  struct KeysHead;
  bool read_items(std::uint64_t keys, std::uint64_t values, std::vector<RemoteItem>& items) const;
  [[nodiscard]] std::optional<KeysHead> read_head(std::uint64_t keys) const;
  bool add_values(std::uint64_t values, std::vector<RemoteItem>& items) const;
  /// By the ways of the versions, see AttributeStore.
  bool managed(std::uint64_t object, std::uint64_t type, std::uint32_t flags,
               std::vector<RemoteItem>& items) const;
  bool shared(std::uint64_t type, std::uint64_t values, std::vector<RemoteItem>& items) const;

  const RemoteMemory& memory_;
  const FoundPython& python_;
  RemoteCopies texts_;
};

}  // namespace lanescope
