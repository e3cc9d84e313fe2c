// GpuHosts: numbers the GPUs of a file with processes of several hosts, so that no two machines'
// GPUs are taken for one.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope {

/// What a profile says of the machine; both may be empty: unknown.
struct RocmHost {
  std::string name, machine;
};

class GpuHosts {
 public:
  /// The number of what is GPU `index` on its host: `index`, unless it is taken by another host's,
  /// and else one behind all that are taken. The same for the same host and index. An unknown host
  /// is the first one. Cost: logarithmic.
  std::int64_t number(const RocmHost& host, std::int64_t index);
  /// What tells the host from the first one that was given here; empty for that one.
  [[nodiscard]] std::string_view label(const RocmHost& host);

 private:
  using Key = std::pair<std::string, std::string>;  // machine, name
  Key key(const RocmHost& host);

  std::optional<Key> first_;
  std::map<std::pair<Key, std::int64_t>, std::int64_t> numbers_;
  std::set<std::int64_t> taken_;
};

}  // namespace lanescope
