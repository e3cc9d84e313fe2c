#include "core/export/perfetto/packets.h"

#include <cmath>
#include <cstdlib>
#include <variant>

#include "core/store/own_members.h"

namespace lanescope::perfetto {
namespace {

constexpr std::int64_t kSequence = 1;
constexpr std::int64_t kStateCleared = 1, kNeedsState = 2;
constexpr std::int64_t kRealtime = 1, kBoottime = 6;
constexpr std::int64_t kExplicitOrder = 3;

std::int64_t bits(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}

MessageWriter clock(std::int64_t id, std::uint64_t time_ns) {
  MessageWriter message;
  message.integer(1, id).integer(2, bits(time_ns));
  return message;
}

}  // namespace

void Packets::put(const MessageWriter& packet) {
  MessageWriter frame;
  frame.message(1, packet);
  text_ += frame.text();
}

void Packets::begin(std::uint64_t time_ns, std::optional<std::uint64_t> unix_ns) {
  MessageWriter first;
  first.integer(10, kSequence).integer(13, kStateCleared);
  put(first);
  if (!unix_ns) return;
  MessageWriter clocks, packet;
  clocks.message(1, clock(kBoottime, time_ns)).message(1, clock(kRealtime, *unix_ns));
  clocks.integer(2, kBoottime);
  packet.message(6, clocks).integer(10, kSequence);
  put(packet);
}

void Packets::track(const WrittenTrack& track) {
  MessageWriter descriptor, packet;
  descriptor.integer(1, bits(track.uuid));
  if (track.parent != 0) descriptor.integer(5, bits(track.parent));
  if (track.tid) {
    MessageWriter thread;
    thread.integer(1, track.pid.value_or(0)).integer(2, *track.tid);
    if (!track.name.empty()) thread.bytes(5, track.name);
    descriptor.message(4, thread);
  } else if (track.pid) {
    MessageWriter process;
    process.integer(1, *track.pid);
    if (!track.name.empty()) process.bytes(6, track.name);
    descriptor.message(3, process);
  } else {
    descriptor.bytes(2, track.name);
  }
  if (track.counter) descriptor.bytes(8, {});
  if (track.orders_children) descriptor.integer(11, kExplicitOrder);
  if (track.rank != 0) descriptor.integer(12, track.rank);
  if (!track.description.empty()) descriptor.bytes(14, track.description);
  packet.integer(10, kSequence).message(60, descriptor);
  put(packet);
}

std::uint64_t Packets::interned(Table table, std::string_view text) {
  const auto number = static_cast<std::uint32_t>(table);
  auto& ids = ids_[number];
  const auto [at, fresh] = ids.try_emplace(std::string(text), ids.size() + 1);
  if (fresh) {
    MessageWriter entry;
    entry.integer(1, bits(at->second)).bytes(2, text);
    interned_.message(number, entry);
    has_interned_ = true;
  }
  return at->second;
}

void Packets::value(MessageWriter& message, const JsonValue& value) {
  struct Put {
    Packets& packets;
    MessageWriter& message;
    void operator()(std::nullptr_t) const { message.bytes(9, "null"); }
    void operator()(bool one) const { message.integer(2, one ? 1 : 0); }
    void operator()(std::int64_t one) const { message.integer(4, one); }
    void operator()(std::uint64_t one) const { message.integer(3, bits(one)); }
    void operator()(const JsonDecimal& one) const {
      message.number(5, std::strtod(one.text.c_str(), nullptr));
    }
    void operator()(const std::string& one) const { message.bytes(6, one); }
    // An empty list would be no value at all.
    void operator()(const JsonArray& array) const {
      if (array.empty()) message.bytes(9, "[]");
      for (const JsonValue& one : array) packets.annotation(message, 12, {}, one);
    }
    void operator()(const JsonObject& object) const {
      if (object.empty()) message.bytes(9, "{}");
      for (const auto& [key, one] : object) packets.annotation(message, 11, key, one);
    }
  };
  std::visit(Put{*this, message}, value.data);
}

void Packets::annotation(MessageWriter& message, std::uint32_t field, std::string_view name,
                         const JsonValue& one) {
  MessageWriter inner;
  if (!name.empty()) inner.integer(1, bits(interned(Table::ArgumentName, name)));
  value(inner, one);
  message.message(field, inner);
}

void Packets::members(std::uint64_t track, std::uint64_t time_ns, const JsonObject& members) {
  MessageWriter fields, packet;
  for (const auto& [key, value] : members) {
    MessageWriter argument;
    argument.bytes(10, key);
    const std::string* text = value.string();
    argument.bytes(text != nullptr ? 6 : 9, text != nullptr ? *text : value.to_text());
    fields.message(4, argument);
  }
  fields.integer(9, static_cast<std::int64_t>(WrittenType::Instant)).integer(11, bits(track));
  fields.bytes(22, kMembersCategory).bytes(23, kMembersEvent);
  packet.integer(8, bits(time_ns)).integer(10, kSequence).message(11, fields);
  put(packet);
}

void Packets::event(const WrittenEvent& event) {
  MessageWriter fields, packet;
  if (event.arguments != nullptr) {
    for (const auto& [key, one] : *event.arguments) annotation(fields, 4, key, one);
  }
  if (!event.category.empty()) fields.integer(3, bits(interned(Table::Category, event.category)));
  fields.integer(9, static_cast<std::int64_t>(event.type));
  const bool named = event.type == WrittenType::Begin || event.type == WrittenType::Instant;
  if (named) fields.integer(10, bits(interned(Table::Name, event.name)));
  fields.integer(11, bits(event.track));
  if (event.type == WrittenType::Counter) fields.number(44, event.value);
  if (event.flows != nullptr) {
    for (const WrittenFlow& flow : *event.flows) fields.fixed(flow.terminates ? 48 : 47, flow.id);
  }
  packet.integer(8, bits(event.time_ns)).integer(10, kSequence);
  packet.message(11, fields);
  if (has_interned_) packet.message(12, interned_);
  packet.integer(13, kNeedsState);
  has_interned_ = false;
  interned_.clear();
  put(packet);
}

}  // namespace lanescope::perfetto
