#include "core/readers/perfetto/packets/packet.h"

#include <algorithm>
#include <array>

#include "core/readers/perfetto/packets/field_cursor.h"

namespace lanescope::perfetto {
namespace {

struct KindName {
  std::uint32_t kind;
  std::string_view name;
};

constexpr std::array kKindNames = {KindName{1, "ftrace_events"},
                                   KindName{2, "process_tree"},
                                   KindName{4, "inode_file_map"},
                                   KindName{5, "chrome_events"},
                                   KindName{6, "clock_snapshot"},
                                   KindName{7, "sys_stats"},
                                   KindName{9, "process_stats"},
                                   KindName{33, "trace_config"},
                                   KindName{34, "ftrace_stats"},
                                   KindName{35, "trace_stats"},
                                   KindName{36, "synchronization_marker"},
                                   KindName{37, "profile_packet"},
                                   KindName{38, "battery"},
                                   KindName{39, "android_log"},
                                   KindName{40, "power_rails"},
                                   KindName{43, "process_descriptor"},
                                   KindName{44, "thread_descriptor"},
                                   KindName{45, "system_info"},
                                   KindName{46, "trigger"},
                                   KindName{47, "packages_list"},
                                   KindName{48, "chrome_benchmark_metadata"},
                                   KindName{49, "perfetto_metatrace"},
                                   KindName{51, "chrome_metadata"},
                                   KindName{52, "gpu_counter_event"},
                                   KindName{53, "gpu_render_stage_event"},
                                   KindName{54, "streaming_profile_packet"},
                                   KindName{57, "graphics_frame_event"},
                                   KindName{61, "module_symbols"},
                                   KindName{62, "vulkan_memory_event"},
                                   KindName{63, "gpu_log"},
                                   KindName{64, "deobfuscation_mapping"},
                                   KindName{65, "vulkan_api_event"},
                                   KindName{66, "perf_sample"},
                                   KindName{67, "cpu_info"},
                                   KindName{68, "smaps_packet"},
                                   KindName{69, "service_event"},
                                   KindName{70, "initial_display_state"},
                                   KindName{71, "gpu_mem_total_event"},
                                   KindName{72, "extension_descriptor"},
                                   KindName{73, "memory_tracker_snapshot"},
                                   KindName{74, "streaming_allocation"},
                                   KindName{75, "streaming_free"},
                                   KindName{77, "android_energy_estimation_breakdown"},
                                   KindName{78, "ui_state"},
                                   KindName{82, "translation_table"},
                                   KindName{83, "android_game_intervention_list"},
                                   KindName{84, "statsd_atom"},
                                   KindName{86, "android_system_property"},
                                   KindName{89, "trace_uuid"},
                                   KindName{90, "track_event_range_of_interest"},
                                   KindName{91, "entity_state_residency"},
                                   KindName{95, "etw_events"},
                                   KindName{99, "v8_js_code"},
                                   KindName{100, "v8_internal_code"},
                                   KindName{101, "v8_wasm_code"},
                                   KindName{102, "v8_reg_exp_code"},
                                   KindName{103, "v8_code_move"},
                                   KindName{107, "remote_clock_sync"},
                                   KindName{109, "chrome_trigger"},
                                   KindName{110, "pixel_modem_events"},
                                   KindName{111, "pixel_modem_token_database"},
                                   KindName{113, "clone_snapshot_trigger"},
                                   KindName{115, "kernel_wakelock_data"},
                                   KindName{117, "generic_kernel_task_state_event"},
                                   KindName{118, "generic_kernel_cpu_freq_event"},
                                   KindName{119, "cpu_per_uid_data"},
                                   KindName{120, "generic_kernel_task_rename_event"},
                                   KindName{122, "generic_kernel_process_tree"},
                                   KindName{123, "user_list"},
                                   KindName{124, "trace_provenance"},
                                   KindName{125, "protovms"},
                                   KindName{126, "trace_attributes"},
                                   KindName{127, "android_aflags"},
                                   KindName{128, "gpu_info"},
                                   KindName{129, "generic_gpu_frequency_event"},
                                   KindName{130, "interrupt_info"},
                                   KindName{131, "art_process_metadata"},
                                   KindName{132, "journald_event"},
                                   KindName{134, "concurrent_session_event"},
                                   KindName{135, "stack_sample"},
                                   KindName{138, "recovered_trace_info"}};

constexpr std::uint32_t kInternedData = 12, kDefaults = 59;
constexpr std::uint64_t kStateCleared = 1, kNeedsState = 2;

/// Larger numbers are of extensions, and of types that are younger than this program.
constexpr std::uint32_t kLargestKind = 138;

void take_flags(std::uint64_t flags, Packet& packet) {
  packet.flags_clear = (flags & kStateCleared) != 0;
  packet.needs_state = (flags & kNeedsState) != 0;
}

/// Takes a number that says how to read the packet. True: no number is data.
bool take_number(const MessageField& field, Packet& packet) {
  switch (field.number) {
    case 8:
      packet.timestamp = field.value;
      packet.has_timestamp = true;
      break;
    case 10:
      packet.sequence = static_cast<std::uint32_t>(field.value);
      break;
    case 13:
      take_flags(field.value, packet);
      break;
    case 41:
      packet.state_cleared = field.value != 0;
      break;
    case 42:
      packet.previous_dropped = field.value != 0;
      break;
    case 58:
      packet.clock = static_cast<std::uint32_t>(field.value);
      break;
    default:
      break;
  }
  return true;
}

/// Of the numbers in a packet, with trusted_uid, trusted_pid, first_packet_on_sequence and
/// machine_id, which are not needed.
bool is_frame_number(std::uint32_t field) {
  constexpr std::array<std::uint32_t, 10> kNumbers = {3, 8, 10, 13, 41, 42, 58, 79, 87, 98};
  return std::ranges::find(kNumbers, field) != kNumbers.end();
}

/// True if the field says how to read the packet, and is no data. One of another wire type than its
/// own is unknown, as protobuf has it: only messages and bytes are data.
bool take_frame(const MessageField& field, Packet& packet) {
  if (field.number == kInternedData || field.number == kDefaults) {
    packet.has_state |= field.is_bytes;
    return true;
  }
  return field.is_bytes ? is_frame_number(field.number) : take_number(field, packet);
}

/// Takes the fields of most packets, which are track events, in the order of their numbers, as far
/// as they follow here: to compare tags costs less than to tell fields by their numbers.
void take_usual(FieldCursor& fields, Packet& packet) {
  constexpr char kTimestampTag = 8U << 3U, kSequenceTag = 10U << 3U, kFlagsTag = 13U << 3U;
  constexpr char kTrackEventTag = kTrackEvent << 3U | 2U;
  if (fields.next_number(kTimestampTag)) {
    packet.timestamp = fields.field().value;
    packet.has_timestamp = true;
  }
  if (fields.next_number(kSequenceTag))
    packet.sequence = static_cast<std::uint32_t>(fields.field().value);
  if (packet.kind == 0 && fields.next_bytes(kTrackEventTag, packet.data)) packet.kind = kTrackEvent;
  if (fields.next_number(kFlagsTag)) take_flags(fields.field().value, packet);
}

}  // namespace

bool read_packet(std::string_view bytes, Packet& packet) {
  packet = {};
  FieldCursor fields(bytes);
  take_usual(fields, packet);
  while (fields.next()) {
    const MessageField& field = fields.field();
    if (take_frame(field, packet) || (packet.kind != 0 && packet.kind <= kLargestKind)) continue;
    packet.kind = field.number;
    packet.data = field.bytes;
  }
  packet.state_cleared |= packet.flags_clear;
  return !fields.broken();
}

PacketState read_packet_state(std::string_view bytes) {
  PacketState state;
  FieldCursor fields(bytes);
  while (fields.next()) {
    const MessageField& field = fields.field();
    if (!field.is_bytes) continue;
    if (field.number == kInternedData) state.interned = field.bytes;
    if (field.number == kDefaults) state.defaults = field.bytes;
  }
  return state;
}

std::string_view known_kind_name(std::uint32_t kind) {
  const auto* const found = std::ranges::find(kKindNames, kind, &KindName::kind);
  return found == kKindNames.end() ? "" : found->name;
}

}  // namespace lanescope::perfetto
