// What descriptors say of tracks.
#include "core/base/bytes/message_reader.h"
#include "core/readers/perfetto/tracks.h"
#include "core/store/own_members.h"

namespace lanescope::perfetto {
namespace {

/// Int32 fields of negative numbers are written with 64 bits.
std::int64_t int32_of(const MessageField& field) {
  return static_cast<std::int32_t>(field.value);
}

std::string text_of(const MessageField& field) {
  return std::string(field.bytes);
}

bool read_process(std::string_view message, TrackNode& node, std::string& name) {
  std::string command;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 1) node.pid = int32_of(*field);
    if (field->number == 6) name = text_of(*field);
    if (field->number == 2 && command.empty()) command = text_of(*field);
  }
  if (name.empty()) name = command;
  return !fields.broken();
}

bool read_thread(std::string_view message, TrackNode& node, std::string& name) {
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 1) node.pid = int32_of(*field);
    if (field->number == 2) node.tid = field->integer();
    if (field->number == 5) name = text_of(*field);
  }
  return !fields.broken();
}

std::string_view unit_name(std::uint64_t unit) {
  return unit == 1 ? "ns" : unit == 3 ? "bytes" : "";
}

bool read_counter(std::string_view message, TrackNode& node) {
  node.is_counter = true;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 3 && node.unit.empty()) node.unit = unit_name(field->value);
    if (field->number == 6) node.unit = text_of(*field);
    if (field->number == 4 && field->value != 0) node.multiplier = field->integer();
    if (field->number == 5) node.is_incremental = field->value != 0;
  }
  return !fields.broken();
}

}  // namespace

bool Tracks::describe(std::string_view message) {
  TrackNode read;
  std::string own, process_name, thread_name;
  bool whole = true;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    switch (field->number) {
      case 1:
        read.uuid = field->value;
        break;
      case 2:
      case 10:
      case 13:
        own = text_of(*field);
        break;
      case 3:
        whole &= read_process(field->bytes, read, process_name);
        break;
      case 4:
        whole &= read_thread(field->bytes, read, thread_name);
        break;
      case 5:
        read.parent = field->value;
        break;
      case 8:
        whole &= read_counter(field->bytes, read);
        break;
      case 11:
        read.order = field->value == 3   ? ChildOrder::ByRank
                     : field->value == 2 ? ChildOrder::ByTime
                                         : ChildOrder::ByName;
        break;
      case 12:
        read.rank = static_cast<std::int32_t>(field->value);
        break;
      case 14:
        read.has_spans = field->bytes == kSpansDescription;
        if (read.has_spans || field->bytes == kSlicesDescription) read.repeats = false;
        break;
      case 15:
        read.merge = field->value == 3   ? SiblingMerge::ByKey
                     : field->value == 2 ? SiblingMerge::Never
                                         : SiblingMerge::ByName;
        break;
      case 16:
        read.merge_key = text_of(*field);
        break;
      case 17:
        read.merge_key = std::to_string(field->value);
        break;
      default:
        break;
    }
  }
  if (fields.broken() || !whole) return false;
  // Descriptors are repeated when the state of a sequence is cleared, sometimes without names.
  TrackNode& node = nodes_[of_uuid(read.uuid)];
  read.host = node.host;
  read.counter = node.counter;
  if (!read.repeats) read.repeats = node.repeats;
  read.has_spans |= node.has_spans;
  read.name = !own.empty() ? own : node.name;
  if (read.name.empty()) read.name = read.tid ? thread_name : process_name;
  if (node.described && read.parent == 0) read.parent = node.parent;
  if (!read.pid) read.pid = node.pid;
  if (!read.tid) read.tid = node.tid;
  if (read.pid && !process_name.empty()) process_names_[*read.pid] = process_name;
  if (read.pid && !read.tid && !own.empty()) process_names_.try_emplace(*read.pid, own);
  if (read.pid && read.tid && !read.name.empty()) thread_names_[{*read.pid, *read.tid}] = read.name;
  read.described = true;
  node = std::move(read);
  return true;
}

bool Tracks::describe_process(std::string_view message) {
  TrackNode read;
  std::string name;
  if (!read_process(message, read, name)) return false;
  if (read.pid && !name.empty()) process_names_[*read.pid] = name;
  return true;
}

bool Tracks::describe_thread(std::string_view message, std::int64_t& pid, std::int64_t& tid,
                             std::int64_t& reference_us) {
  TrackNode read;
  std::string name;
  if (!read_thread(message, read, name)) return false;
  MessageReader fields(message);
  while (const auto field = fields.next()) {
    if (field->number == 6) reference_us = field->integer();
  }
  pid = read.pid.value_or(0);
  tid = read.tid.value_or(0);
  if (!name.empty()) thread_names_[{pid, tid}] = name;
  return true;
}

bool Tracks::take_process_tree(std::string_view message) {
  MessageReader fields(message);
  bool whole = true;
  while (const auto field = fields.next()) {
    std::int64_t id = 0, group = 0;
    std::string name;
    const bool is_process = field->number == 1;
    if (!field->is_bytes || (!is_process && field->number != 2)) continue;
    MessageReader parts(field->bytes);
    while (const auto part = parts.next()) {
      if (part->number == 1) id = int32_of(*part);
      if (part->number == 3 && !part->is_bytes) group = int32_of(*part);
      const bool is_name = part->number == (is_process ? 3U : 2U);
      if (is_name && part->is_bytes && name.empty()) name = text_of(*part);
    }
    whole &= !parts.broken();
    if (name.empty()) continue;
    if (is_process) process_names_.try_emplace(id, name);
    if (!is_process) thread_names_.try_emplace({group, id}, name);
  }
  return whole && !fields.broken();
}

}  // namespace lanescope::perfetto
