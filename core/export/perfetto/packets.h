// Packets of one writer, whose names are interned.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/text/json_value.h"
#include "core/export/profiles/message_writer.h"
#include "core/store/snapshot.h"

namespace lanescope::perfetto {

enum class WrittenType : std::uint8_t { Begin = 1, End = 2, Instant = 3, Counter = 4 };

struct WrittenFlow {
  std::uint64_t id = 0;
  bool terminates = false;
};

/// A TrackEvent; only what its type has is set.
struct WrittenEvent {
  WrittenType type = WrittenType::Begin;
  std::uint64_t track = 0;
  std::uint64_t time_ns = 0;
  std::string_view category = {}, name = {};
  const JsonObject* arguments = nullptr;
  const std::vector<WrittenFlow>* flows = nullptr;
  double value = 0;
};

/// A TrackDescriptor.
struct WrittenTrack {
  std::uint64_t uuid = 0, parent = 0;  // 0: none
  std::string_view name = {}, description = {};
  std::optional<std::int64_t> pid = {}, tid = {};
  bool counter = false;
  bool orders_children = false;  // by their `rank`
  std::int64_t rank = 0;
};

class Packets {
 public:
  /// The first packet: nothing written before is referred to. `unix_ns`: REALTIME at that time, if
  /// it is known.
  void begin(std::uint64_t time_ns, std::optional<std::uint64_t> unix_ns);
  void track(const WrittenTrack& track);
  void event(const WrittenEvent& event);
  /// An instant whose arguments are read back digit by digit: numbers and lists are JSON.
  void members(std::uint64_t track, std::uint64_t time_ns, const JsonObject& members);

  [[nodiscard]] const std::string& text() const { return text_; }
  void clear() { text_.clear(); }

 private:
  enum class Table : std::uint8_t { Category = 1, Name = 2, ArgumentName = 3 };
  std::uint64_t interned(Table table, std::string_view text);
  void annotation(MessageWriter& message, std::uint32_t field, std::string_view name,
                  const JsonValue& value);
  void value(MessageWriter& message, const JsonValue& value);
  void put(const MessageWriter& packet);

  std::string text_;
  MessageWriter interned_;  // new with the packet that is being written
  bool has_interned_ = false;
  std::unordered_map<std::string, std::uint64_t> ids_[4];  // by table
};

}  // namespace lanescope::perfetto
