#include "capture/sampler/python/remote_dicts.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "capture/sampler/python/remote_text.h"
#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::uint32_t kPointer = sizeof(std::uint64_t);
/// Keys of which the texts are read at a time, so that one of the first costs little.
constexpr std::size_t kKeysAtOnce = 256;
constexpr std::size_t kMostKeyBytes = 64;
/// What objects of one class share: from 3.11 on up to 30 (SHARED_KEYS_MAX_SIZE), before that more.
constexpr std::size_t kMostShared = 512;

constexpr std::uint8_t kGeneralKeys = 0, kMostKinds = 2;                    // DictKeysKind
constexpr std::uint32_t kManagedDict = 1U << 4U, kInlineValues = 1U << 2U;  // Py_TPFLAGS_…

template <typename T>
T field(const char* object, std::size_t offset) {
  T value;
  std::memcpy(&value, object + offset, sizeof value);
  return value;
}

}  // namespace

/// Where the entries of a dictionary's keys begin, and how many there are.
struct RemoteDicts::KeysHead {
  std::uint64_t entries = 0;
  std::size_t count = 0;
  bool has_hashes = true;  // hash, key, value; else key, value
};

std::optional<RemoteDicts::KeysHead> RemoteDicts::read_head(std::uint64_t keys) const {
  const ObjectLayout& layout = python_.layout.objects;
  std::array<char, 64> head{};
  LANESCOPE_CHECK(layout.keys_indices <= head.size(), "a head of {} bytes", layout.keys_indices);
  if (!is_remote_object(keys) || !memory_.read(keys, head.data(), layout.keys_indices)) return {};
  const auto count = field<std::int64_t>(head.data(), layout.keys_count);
  if (count < 0 || static_cast<std::size_t>(count) > kMostItems) return {};
  KeysHead result{.entries = 0, .count = static_cast<std::size_t>(count)};
  std::uint64_t index_bytes = 0;
  if (layout.has_log_sizes) {
    const auto log = field<std::uint8_t>(head.data(), layout.keys_log_index_bytes);
    const auto kind = field<std::uint8_t>(head.data(), layout.keys_kind);
    if (log > 32 || kind > kMostKinds) return {};
    index_bytes = std::uint64_t{1} << log;
    result.has_hashes = kind == kGeneralKeys;
  } else {
    // As DK_IXSIZE has it: indices are as wide as the number of slots needs.
    const auto slots = field<std::uint64_t>(head.data(), layout.keys_size);
    if (slots > 4 * kMostItems) return {};
    index_bytes = slots * (slots <= 0xFF ? 1 : slots <= 0xFFFF ? 2 : 4);
  }
  result.entries = keys + layout.keys_indices + index_bytes;
  return result;
}

/// `values`: 0: each key has its value beside it.
bool RemoteDicts::read_items(std::uint64_t keys, std::uint64_t values,
                             std::vector<RemoteItem>& items) const {
  items.clear();
  const auto head = read_head(keys);
  if (!head) return false;
  const std::size_t words = head->has_hashes ? 3 : 2;
  std::vector<std::uint64_t> entries(head->count * words);
  if (!memory_.read(head->entries, entries.data(), entries.size() * kPointer)) return false;
  items.reserve(head->count);
  for (std::size_t at = 0; at < entries.size(); at += words) {
    const std::size_t key = at + words - 2;
    items.push_back({head->has_hashes ? entries[at] : 0, entries[key], entries[key + 1]});
  }
  if (values != 0 && !add_values(values, items)) return false;
  // Without a value: deleted, or not set in this object.
  std::erase_if(items, [](const RemoteItem& item) { return item.key == 0 || item.value == 0; });
  return true;
}

bool RemoteDicts::add_values(std::uint64_t values, std::vector<RemoteItem>& items) const {
  std::array<std::uint64_t, kMostShared> each{};
  if (!is_remote_object(values) || items.size() > each.size()) return false;
  const std::uint64_t first = values + python_.layout.objects.values_begin;
  if (!memory_.read(first, each.data(), items.size() * kPointer)) return false;
  for (std::size_t at = 0; at < items.size(); ++at) items[at].value = each[at];
  return true;
}

bool RemoteDicts::is_a(std::uint64_t object, std::uint64_t type) const {
  return type != 0 && is_remote_object(object) &&
         memory_.load<std::uint64_t>(object + python_.layout.python.object_type) == type;
}

bool RemoteDicts::items(std::uint64_t dict, std::vector<RemoteItem>& items) const {
  const ObjectLayout& layout = python_.layout.objects;
  if (!is_a(dict, python_.types.dict)) return false;
  const auto keys = memory_.load<std::uint64_t>(dict + layout.dict_keys);
  const auto values = memory_.load<std::uint64_t>(dict + layout.dict_values);
  return keys && values && read_items(*keys, *values, items) &&
         memory_.load<std::uint64_t>(dict + layout.dict_keys) == keys;
}

bool RemoteDicts::shared(std::uint64_t type, std::uint64_t values,
                         std::vector<RemoteItem>& items) const {
  const auto keys = memory_.load<std::uint64_t>(type + python_.layout.objects.type_cached_keys);
  return keys && read_items(*keys, values, items);
}

bool RemoteDicts::attributes(std::uint64_t object, std::vector<RemoteItem>& items) const {
  const ObjectLayout& layout = python_.layout.objects;
  items.clear();
  if (!is_remote_object(object)) return false;
  const auto type = memory_.load<std::uint64_t>(object + python_.layout.python.object_type);
  if (!type || !is_remote_object(*type)) return false;
  const auto flags = memory_.load<std::uint32_t>(*type + layout.type_flags);
  if (!flags) return false;
  if (layout.attributes != AttributeStore::Dict && (*flags & kManagedDict) != 0)
    return managed(object, *type, *flags, items);
  const auto offset = memory_.load<std::int64_t>(*type + layout.type_dict_offset);
  const auto size = memory_.load<std::int64_t>(*type + layout.type_basic_size);
  if (!offset || !size || *offset <= 0 || *offset >= *size) return false;
  const auto dict = memory_.load<std::uint64_t>(object + static_cast<std::uint64_t>(*offset));
  return dict && this->items(*dict, items);
}

bool RemoteDicts::managed(std::uint64_t object, std::uint64_t type, std::uint32_t flags,
                          std::vector<RemoteItem>& items) const {
  const ObjectLayout& layout = python_.layout.objects;
  const auto before = [&](std::int16_t offset) {
    return memory_.load<std::uint64_t>(object - static_cast<std::uint64_t>(-offset));
  };
  const auto dict = before(layout.managed_dict);
  if (!dict) return false;
  switch (layout.attributes) {
    case AttributeStore::Dict:
      return false;
    case AttributeStore::Values: {
      const auto values = before(layout.managed_values);
      if (!values) return false;
      return *values != 0 ? shared(type, *values, items) : this->items(*dict, items);
    }
    case AttributeStore::TaggedValues:
      return *dict % 2 != 0 ? shared(type, *dict + 1, items) : this->items(*dict, items);
    case AttributeStore::InlineValues: {
      if (*dict != 0) return this->items(*dict, items);
      const auto size = memory_.load<std::uint64_t>(type + layout.type_basic_size);
      if ((flags & kInlineValues) == 0 || !size || *size > kMostItems) return false;
      return shared(type, object + *size, items);
    }
  }
  return false;
}

std::optional<std::uint64_t> RemoteDicts::find(std::span<const RemoteItem> items,
                                               std::string_view key) {
  const PythonLayout& python = python_.layout.python;
  LANESCOPE_CHECK(key.size() <= kMostKeyBytes, "a key of {} bytes", key.size());
  const auto bytes = static_cast<std::uint32_t>(python.str_ascii + key.size());
  for (std::size_t begin = 0; begin < items.size(); begin += kKeysAtOnce) {
    const auto some = items.subspan(begin, std::min(kKeysAtOnce, items.size() - begin));
    texts_.clear();
    for (const RemoteItem& item : some) texts_.add(item.key, bytes);
    texts_.fetch(memory_);
    for (std::uint32_t at = 0; at < some.size(); ++at) {
      const char* const text = texts_.of(at);
      const bool is_it = text != nullptr &&
                         field<std::uint64_t>(text, python.object_type) == python_.types.str &&
                         field<std::uint64_t>(text, python.str_length) == key.size() &&
                         is_ascii_text(field<std::uint32_t>(text, python.str_state)) &&
                         std::string_view(text + python.str_ascii, key.size()) == key;
      if (is_it) return some[at].value;
    }
  }
  return {};
}

}  // namespace lanescope
