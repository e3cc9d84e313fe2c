#include "capture/sampler/perf/perf_record.h"

#include <algorithm>
#include <cstring>

#include <linux/perf_event.h>

#include "capture/sampler/unwind/registers.h"

namespace lanescope {
namespace {

constexpr std::uint16_t kSwitchOut = PERF_RECORD_MISC_SWITCH_OUT;
constexpr std::uint16_t kPreempted = 1U << 14U;  // PERF_RECORD_MISC_SWITCH_OUT_PREEMPT

/// Reads fields one after another; what lies beyond the end is not read.
class Fields {
 public:
  explicit Fields(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename Field>
  Field take() {
    Field field{};
    if (bytes_.size() - at_ < sizeof field) {
      is_short_ = true;
    } else {
      std::memcpy(&field, bytes_.data() + at_, sizeof field);
      at_ += sizeof field;
    }
    return field;
  }
  void skip(std::uint64_t bytes) {
    is_short_ = is_short_ || bytes > left();
    if (!is_short_) at_ += bytes;
  }
  [[nodiscard]] std::size_t at() const { return at_; }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
  [[nodiscard]] bool is_short() const { return is_short_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool is_short_ = false;
};

/// Who and when, as in samples and at the end of other records.
void take_place(Fields& fields, PerfRecord& record) {
  record.pid = fields.take<std::uint32_t>();
  record.tid = fields.take<std::uint32_t>();
  record.time_ns = static_cast<Ns>(fields.take<std::uint64_t>());
}

/// Registers and stack, each with its size before it, and how much of the stack is there behind it.
bool take_stack(Fields& fields, PerfRecord& record) {
  const auto kind = fields.take<std::uint64_t>();  // 0: no registers, as of a thread of the kernel
  record.registers_at = fields.at();
  if (kind != 0) fields.skip(kDwarfOrder.size() * sizeof(std::uint64_t));
  const auto size = fields.take<std::uint64_t>();
  record.stack_at = fields.at();
  fields.skip(size);
  if (size == 0 || fields.is_short()) return !fields.is_short();
  const auto used = fields.take<std::uint64_t>();
  if (used > size) return false;
  record.stack_is_cut = used == size;
  if (kind == kRegisters64) record.stack_bytes = used;
  return true;
}

bool take_sample(Fields& fields, PerfRecord& record, bool with_stacks) {
  take_place(fields, record);
  const auto count = fields.take<std::uint64_t>();
  if (fields.is_short() || count > fields.left() / sizeof(std::uint64_t)) return false;
  record.addresses_at = fields.at();
  record.addresses_bytes = count * sizeof(std::uint64_t);
  fields.skip(record.addresses_bytes);
  return !with_stacks || take_stack(fields, record);
}

/// Where the record does not say when, it has no time.
void take_loss(Fields& fields, PerfRecord& record) {
  constexpr std::size_t kPlaceBytes = 16;
  record.kind = PerfRecord::Kind::Lost;
  record.count = fields.take<std::uint64_t>();
  if (fields.left() >= kPlaceBytes) take_place(fields, record);
}

/// A thread that starts or ends: pid, parent's pid, tid, parent's tid, time.
void take_life(Fields& fields, PerfRecord& record) {
  record.pid = fields.take<std::uint32_t>();
  fields.take<std::uint32_t>();
  record.tid = fields.take<std::uint32_t>();
  fields.take<std::uint32_t>();
  record.time_ns = static_cast<Ns>(fields.take<std::uint64_t>());
}

/// The text of a record, which is padded by zeros and followed by who and when.
void take_text(Fields& fields, std::span<const std::byte> bytes, PerfRecord& record) {
  constexpr std::size_t kPlaceBytes = 16;
  if (fields.is_short() || fields.left() < kPlaceBytes) return fields.skip(fields.left() + 1);
  const auto text = bytes.subspan(fields.at(), fields.left() - kPlaceBytes);
  record.text_at = fields.at();
  record.text_bytes =
      static_cast<std::size_t>(std::ranges::find(text, std::byte{0}) - text.begin());
  fields.skip(text.size());
  take_place(fields, record);
}

void take_mapping(Fields& fields, std::span<const std::byte> bytes, PerfRecord& record) {
  constexpr std::size_t kGenerationAndRights = 16;
  fields.take<std::uint64_t>();  // pid and tid, which come again with the time
  PerfRecord::Mapping& mapped = record.mapped;
  mapped.begin = fields.take<std::uint64_t>();
  mapped.end = mapped.begin + fields.take<std::uint64_t>();
  mapped.offset = fields.take<std::uint64_t>();
  const auto major = fields.take<std::uint32_t>(), minor = fields.take<std::uint32_t>();
  mapped.device = std::uint64_t{major} << 32U | minor;
  mapped.inode = fields.take<std::uint64_t>();
  fields.skip(kGenerationAndRights);
  take_text(fields, bytes, record);
}

PerfRecord::Kind switch_kind(std::uint16_t flags) {
  if ((flags & kSwitchOut) == 0) return PerfRecord::Kind::SwitchIn;
  return (flags & kPreempted) != 0 ? PerfRecord::Kind::Preempted : PerfRecord::Kind::Blocked;
}

}  // namespace

std::optional<PerfRecord> parse_perf_record(std::span<const std::byte> bytes, bool with_stacks) {
  Fields fields(bytes);
  const auto header = fields.take<perf_event_header>();
  PerfRecord record;
  switch (header.type) {
    case PERF_RECORD_SAMPLE:
      if (!take_sample(fields, record, with_stacks)) return std::nullopt;
      break;
    case PERF_RECORD_SWITCH:
      record.kind = switch_kind(header.misc);
      take_place(fields, record);
      break;
    case PERF_RECORD_FORK:
      record.kind = PerfRecord::Kind::Started;
      take_life(fields, record);
      break;
    case PERF_RECORD_EXIT:
      record.kind = PerfRecord::Kind::Ended;
      take_life(fields, record);
      break;
    case PERF_RECORD_MMAP2:
      record.kind = PerfRecord::Kind::Mapped;
      take_mapping(fields, bytes, record);
      if (record.mapped.begin >= record.mapped.end) return std::nullopt;
      break;
    case PERF_RECORD_COMM:
      // Without an exec, a thread has got another name.
      if ((header.misc & PERF_RECORD_MISC_COMM_EXEC) == 0) return std::nullopt;
      record.kind = PerfRecord::Kind::Exec;
      fields.take<std::uint64_t>();  // pid and tid
      take_text(fields, bytes, record);
      break;
    case PERF_RECORD_LOST:
      fields.take<std::uint64_t>();  // of which event
      take_loss(fields, record);
      break;
    case PERF_RECORD_LOST_SAMPLES:
      take_loss(fields, record);
      break;
    default:
      return std::nullopt;
  }
  if (fields.is_short()) return std::nullopt;
  return record;
}

std::uint64_t user_address(std::uint64_t address) {
  // Marks are the last 4096 numbers, and the kernel is in the upper half.
  constexpr std::uint64_t kUpperHalf = std::uint64_t{1} << 63U;
  return address < kUpperHalf ? address : 0;
}

}  // namespace lanescope
