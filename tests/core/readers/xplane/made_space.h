// Profiles of XLA that a test writes plane by plane, and what was read of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/readers/xplane/xplane.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/snapshot_text.h"

namespace lanescope::made_space {

// Written by hand after xplane.proto, apart from the program's own reader.
inline std::string varint(std::uint64_t value) {
  std::string out;
  for (; value >= 0x80; value /= 0x80) out += static_cast<char>(value % 0x80 + 0x80);
  return out + static_cast<char>(value);
}
inline std::string number(unsigned field, std::int64_t value) {
  return varint(std::uint64_t{field} * 8) + varint(static_cast<std::uint64_t>(value));
}
inline std::string bytes(unsigned field, const std::string& content) {
  return varint(std::uint64_t{field} * 8 + 2) + varint(content.size()) + content;
}

/// A plane whose names and kinds of events get their numbers when they are first used.
class Plane {
 public:
  Plane(std::int64_t id, std::string name) : id_(id), name_(std::move(name)) {}

  std::string stat(const std::string& name, std::int64_t value) {
    return bytes(4, number(1, name_number(name)) + number(4, value));
  }
  /// As a reference to a name, which is how XLA writes texts that repeat.
  std::string stat(const std::string& name, const std::string& value) {
    const std::int64_t text = name_number(value);
    return bytes(4, number(1, name_number(name)) + number(7, text));
  }
  std::string event(const std::string& name, std::int64_t offset_ps, std::int64_t duration_ps,
                    const std::string& stats = "") {
    const auto known = std::ranges::find(kinds_, name);
    const auto kind = known - kinds_.begin() + 1;
    if (known == kinds_.end()) kinds_.push_back(name);
    return bytes(4, number(1, kind) + number(2, offset_ps) + number(3, duration_ps) + stats);
  }
  void line(std::int64_t id, const std::string& name, std::int64_t timestamp_ns,
            const std::string& events) {
    lines_ += bytes(3, number(1, id) + bytes(2, name) + number(3, timestamp_ns) + events);
  }
  /// Of the plane itself.
  void fact(const std::string& name, std::int64_t value) {
    facts_ += bytes(6, number(1, name_number(name)) + number(3, value));
  }

  [[nodiscard]] std::string text() const {
    std::string tables;
    for (std::size_t i = 0; i < kinds_.size(); ++i) tables += entry(4, i + 1, kinds_[i]);
    for (std::size_t i = 0; i < names_.size(); ++i) tables += entry(5, i + 1, names_[i]);
    return bytes(1, number(1, id_) + bytes(2, name_) + lines_ + tables + facts_);
  }

 private:
  static std::string entry(unsigned field, std::size_t key, const std::string& name) {
    const auto id = static_cast<std::int64_t>(key);
    return bytes(field, number(1, id) + bytes(2, number(1, id) + bytes(2, name)));
  }
  std::int64_t name_number(const std::string& name) {
    const auto known = std::ranges::find(names_, name);
    const auto at = known - names_.begin() + 1;
    if (known == names_.end()) names_.push_back(name);
    return at;
  }

  std::int64_t id_;
  std::string name_, lines_, facts_;
  std::vector<std::string> kinds_, names_;
};

/// Of a trace that a test looks into.
class Loaded {
 public:
  explicit Loaded(const std::string& text) {
    TraceInfo info;
    info.file = "host.xplane.pb";
    info.file_bytes = text.size();
    auto loaded = load_xplane(memory_byte_source(text), info, {});
    REQUIRE(loaded.ok());
    trace_ = std::move(loaded).value();
    REQUIRE(snapshot_faults(snapshot()) == "");
  }

  [[nodiscard]] const Snapshot& snapshot() const { return *trace_.snapshot; }

  struct Slice {
    const Track* track = nullptr;
    const TrackChunk* chunk = nullptr;
    std::uint32_t index = 0;
    [[nodiscard]] TimeRange range() const { return chunk->range(index); }
    [[nodiscard]] EventId id() const { return chunk->id_of(index); }
  };
  [[nodiscard]] std::vector<Slice> all(std::string_view name) const {
    std::vector<Slice> found;
    for (const Track& track : snapshot().tracks) {
      for (const auto& chunk : track.chunks) {
        for (std::uint32_t i = 0; i < chunk->size(); ++i) {
          if (snapshot().text(chunk->name[i]) == name) found.push_back({&track, chunk.get(), i});
        }
      }
    }
    return found;
  }
  [[nodiscard]] Slice one(std::string_view name) const {
    const std::vector<Slice> found = all(name);
    INFO(std::string(name));
    REQUIRE(found.size() == 1);
    return found.front();
  }
  [[nodiscard]] CategoryKind kind(std::string_view name) const {
    const Slice slice = one(name);
    return snapshot().kind_of(slice.chunk->category[slice.index]);
  }
  /// The arguments of the only slice with this name, as one line of JSON.
  [[nodiscard]] std::string arguments(std::string_view name) const {
    const auto event = event_json(snapshot(), *trace_.texts, one(name).id());
    REQUIRE(event.ok());
    const JsonValue* arguments = event.value().find("args");
    REQUIRE(arguments != nullptr);
    return arguments->to_text();
  }
  /// Of the event that a slice is linked to: the launch of a kernel, the operator of a launch.
  [[nodiscard]] std::string linked(const Slice& slice) const {
    const auto found = snapshot().find_slice(slice.chunk->link[slice.index]);
    return found ? std::string(snapshot().text(found->chunk->name[found->slice])) : "";
  }

 private:
  LoadedTrace trace_;
};

}  // namespace lanescope::made_space
