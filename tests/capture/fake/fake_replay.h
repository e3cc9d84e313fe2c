// Buffers that the agent dumped earlier (capture/agent/cupti/dump.h), to be delivered again.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "capture/agent/cupti/cupti_abi.h"
#include "capture/agent/cupti/dump.h"

namespace lanescope::fake {

namespace cupti = agent::cupti;

/// One record of a buffer; its strings are in this process.
struct ReplayedRecord {
  cupti::Kind kind;
  std::vector<std::uint8_t> bytes;

  template <typename Type>
  [[nodiscard]] Type get(cupti::Field<Type> field) const {
    Type value{};
    if (field.offset + sizeof value <= bytes.size())
      std::memcpy(&value, bytes.data() + field.offset, sizeof value);
    return value;
  }
  template <typename Type>
  void set(cupti::Field<Type> field, Type value) {
    if (field.offset + sizeof value <= bytes.size())
      std::memcpy(bytes.data() + field.offset, &value, sizeof value);
  }
};

class FakeReplay {
 public:
  /// Reads PREFIX0.cupti, PREFIX1.cupti … up to the first that is missing.
  explicit FakeReplay(const char* prefix) {
    if (prefix == nullptr) return;
    for (int number = 0; add(prefix + std::to_string(number) + ".cupti"); ++number) {
    }
  }

  [[nodiscard]] bool empty() const { return buffers_.empty(); }
  /// The version of the library that filled the buffers.
  [[nodiscard]] std::uint32_t version() const { return header_.version; }
  [[nodiscard]] agent::SizeTable sizes() const {
    agent::SizeTable table;
    std::memcpy(table.bytes, header_.sizes, sizeof table.bytes);
    return table;
  }
  [[nodiscard]] const std::vector<std::vector<ReplayedRecord>>& buffers() const { return buffers_; }

 private:
  bool add(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    if (all.size() < sizeof header_) return false;
    std::memcpy(&header_, all.data(), sizeof header_);
    if (std::memcmp(header_.magic, "LNSCUPTI", sizeof header_.magic) != 0 ||
        header_.bytes > all.size() - sizeof header_)
      return false;
    read_texts(all.substr(sizeof header_ + header_.bytes));
    read_records(all.substr(sizeof header_, header_.bytes));
    return true;
  }

  void read_texts(const std::string& table) {
    texts_.clear();
    std::size_t at = 0;
    for (std::uint32_t text = 0; text < header_.texts; ++text) {
      std::uint64_t pointer = 0;
      std::uint32_t bytes = 0;
      if (table.size() - at < sizeof pointer + sizeof bytes) return;
      std::memcpy(&pointer, table.data() + at, sizeof pointer);
      std::memcpy(&bytes, table.data() + at + sizeof pointer, sizeof bytes);
      at += sizeof pointer + sizeof bytes;
      texts_[pointer] = kept_.emplace_back(table.substr(at, bytes)).c_str();
      at += bytes;
    }
  }

  void read_records(const std::string& buffer) {
    const agent::SizeTable table = sizes();
    std::vector<ReplayedRecord>& records = buffers_.emplace_back();
    for (std::size_t at = 0; at + sizeof(std::uint32_t) <= buffer.size();) {
      std::uint32_t kind = 0;
      std::memcpy(&kind, buffer.data() + at, sizeof kind);
      const std::size_t bytes = table.of(kind);
      if (bytes == 0 || bytes > buffer.size() - at) return;
      records.push_back({static_cast<cupti::Kind>(kind),
                         {buffer.begin() + static_cast<std::ptrdiff_t>(at),
                          buffer.begin() + static_cast<std::ptrdiff_t>(at + bytes)}});
      patch(records.back());
      at += bytes;
    }
  }

  /// Replaces pointers into the recorded process.
  void patch(ReplayedRecord& record) {
    const auto text = [this](const char* pointer) -> const char* {
      const auto found = texts_.find(reinterpret_cast<std::uint64_t>(pointer));
      return found == texts_.end() ? nullptr : found->second;
    };
    if (record.kind == cupti::Kind::ConcurrentKernel)
      record.set(cupti::kernel::kName, text(record.get(cupti::kernel::kName)));
    if (record.kind == cupti::Kind::Device) {
      // The agent frees it.
      const char* const name = text(record.get(cupti::device::kName));
      record.set(cupti::device::kName,
                 name == nullptr ? nullptr : static_cast<const char*>(strdup(name)));
    }
    if (record.kind == cupti::Kind::Overhead)
      record.set(cupti::overhead::kData, static_cast<void*>(nullptr));
  }

  agent::DumpHeader header_{};
  std::map<std::uint64_t, const char*> texts_;  // of the current buffer, by the pointer in it
  std::deque<std::string> kept_;
  std::vector<std::vector<ReplayedRecord>> buffers_;
};

}  // namespace lanescope::fake
