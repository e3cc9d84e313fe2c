#include "capture/host/runner/sample_records.h"

namespace lanescope {
namespace {

template <typename Record>
Record record_of(std::span<const std::byte> bytes) {
  Record record{};
  if (bytes.size() >= sizeof record) std::memcpy(&record, bytes.data(), sizeof record);
  return record;
}

void count_sample(const wire::SampleRecord& sample, SampleCounts& counts) {
  const wire::SampledState state{sample.header.aux & 0xFFU};
  if (state == wire::SampledState::Ended) return;
  counts.samples += sample.count;
  if ((sample.header.aux >> 8U & wire::kSampleTorn) != 0) counts.torn += sample.count;
  counts.has_stack = counts.has_stack || sample.stack != 0;
}

}  // namespace

SampleCounts count_samples(std::span<const std::byte> records) {
  SampleCounts counts;
  for_each_record(records, [&](const wire::RecordHeader& header, std::span<const std::byte> bytes) {
    ++counts.records;
    const wire::RecordType type{header.type};
    if (type == wire::RecordType::Sample)
      count_sample(record_of<wire::SampleRecord>(bytes), counts);
    if (type == wire::RecordType::SampleStats)
      counts.stats = record_of<wire::SampleStatsRecord>(bytes);
  });
  return counts;
}

std::span<const std::byte> first_records(std::span<const std::byte> records, std::size_t most) {
  std::size_t size = 0;
  bool is_full = false;
  for_each_record(records, [&](const wire::RecordHeader&, std::span<const std::byte> bytes) {
    is_full = is_full || (size != 0 && size + bytes.size() > most);
    if (!is_full) size += bytes.size();
  });
  return records.first(size);
}

}  // namespace lanescope
