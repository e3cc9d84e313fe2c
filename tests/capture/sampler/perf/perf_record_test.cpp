#include "capture/sampler/perf/perf_record.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <linux/perf_event.h>

#include "capture/sampler/perf/perf_event.h"
#include "capture/sampler/unwind/registers.h"

using namespace lanescope;
using Kind = PerfRecord::Kind;

namespace {

/// A record as the kernel writes it.
class Bytes {
 public:
  Bytes(std::uint32_t type, std::uint16_t misc) { add(perf_event_header{type, misc, 0}); }
  template <typename Field>
  Bytes& add(Field field) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof field);
    std::memcpy(bytes_.data() + at, &field, sizeof field);
    return *this;
  }
  Bytes& place(std::uint32_t pid, std::uint32_t tid, std::uint64_t time_ns) {
    return add(pid).add(tid).add(time_ns);
  }
  [[nodiscard]] std::span<const std::byte> all() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

std::string text_of(const Bytes& bytes, const PerfRecord& record) {
  std::string text;
  for (const std::byte letter : bytes.all().subspan(record.text_at, record.text_bytes))
    text.push_back(static_cast<char>(letter));
  return text;
}

}  // namespace

TEST_CASE("a sample says who ran, when and where") {
  Bytes bytes(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER);
  bytes.place(7, 8, 123).add(std::uint64_t{3});
  bytes.add(~std::uint64_t{511}).add(std::uint64_t{0x401000}).add(std::uint64_t{0x402000});
  const auto record = parse_perf_record(bytes.all());
  REQUIRE(record);
  CHECK(record->kind == Kind::Sample);
  CHECK(record->pid == 7);
  CHECK(record->tid == 8);
  CHECK(record->time_ns == 123);
  REQUIRE(record->addresses_bytes == 24);
  std::uint64_t addresses[3];
  std::memcpy(addresses, bytes.all().data() + record->addresses_at, sizeof addresses);
  CHECK(user_address(addresses[0]) == 0);  // the mark before addresses of the user's code
  CHECK(user_address(addresses[1]) == 0x401000);
  // A record that is cut, or claims more than it has, is none.
  for (std::size_t size = 0; size < bytes.all().size(); ++size)
    CHECK_FALSE(parse_perf_record(bytes.all().first(size)));
}

TEST_CASE("a sample has its registers and the part of its stack that was copied") {
  constexpr std::uint64_t kStackBytes = 64;
  const auto sample = [](std::uint64_t registers, std::uint64_t used) {
    Bytes bytes(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER);
    bytes.place(7, 8, 123).add(std::uint64_t{1}).add(std::uint64_t{0x401000});
    bytes.add(registers);
    for (std::uint64_t i = 0; registers != 0 && i < kDwarfOrder.size(); ++i) bytes.add(0x100 + i);
    bytes.add(kStackBytes);
    for (std::uint64_t i = 0; i < kStackBytes / 8; ++i) bytes.add(0x200 + i);
    return bytes.add(used);
  };
  const Bytes part = sample(kRegisters64, 40);
  const auto record = parse_perf_record(part.all(), true);
  REQUIRE(record);
  CHECK(record->addresses_bytes == 8);
  CHECK(record->stack_bytes == 40);
  CHECK_FALSE(record->stack_is_cut);
  std::uint64_t value = 0;
  std::memcpy(&value, part.all().data() + record->registers_at, sizeof value);
  CHECK(value == 0x100);
  std::memcpy(&value, part.all().data() + record->stack_at, sizeof value);
  CHECK(value == 0x200);

  const Bytes whole = sample(kRegisters64, kStackBytes);
  REQUIRE(parse_perf_record(whole.all(), true));
  CHECK(parse_perf_record(whole.all(), true)->stack_is_cut);
  // Of a 32-bit program and of a thread of the kernel, nothing can be unwound.
  for (const std::uint64_t other : {0, 1}) {
    const auto none = parse_perf_record(sample(other, kStackBytes).all(), true);
    REQUIRE(none);
    CHECK(none->stack_bytes == 0);
  }
  // A record that is cut, or claims more than it has, is none.
  CHECK_FALSE(parse_perf_record(sample(kRegisters64, kStackBytes + 8).all(), true));
  for (std::size_t size = 0; size < whole.all().size(); ++size)
    CHECK_FALSE(parse_perf_record(whole.all().first(size), true));
}

TEST_CASE("a thread that could have run on is told from one that waits") {
  const auto kind_of = [](std::uint16_t misc) {
    const auto record = parse_perf_record(Bytes(PERF_RECORD_SWITCH, misc).place(7, 8, 5).all());
    REQUIRE(record);
    CHECK(record->tid == 8);
    return record->kind;
  };
  constexpr std::uint16_t kOut = PERF_RECORD_MISC_SWITCH_OUT, kPreempted = 1U << 14U;
  CHECK(kind_of(0) == Kind::SwitchIn);
  CHECK(kind_of(kOut) == Kind::Blocked);
  CHECK(kind_of(kOut | kPreempted) == Kind::Preempted);
}

TEST_CASE("starts, ends and losses are known, and other records are passed over") {
  const auto life = [](std::uint32_t type) {
    Bytes bytes(type, 0);
    bytes.add(std::uint32_t{7}).add(std::uint32_t{1}).add(std::uint32_t{9}).add(std::uint32_t{1});
    return parse_perf_record(bytes.add(std::uint64_t{55}).place(1, 1, 55).all());
  };
  const auto started = life(PERF_RECORD_FORK), ended = life(PERF_RECORD_EXIT);
  REQUIRE(started);
  REQUIRE(ended);
  CHECK(started->kind == Kind::Started);
  CHECK(ended->kind == Kind::Ended);
  CHECK(ended->pid == 7);
  CHECK(ended->tid == 9);
  Bytes lost(PERF_RECORD_LOST, 0);
  const auto count = parse_perf_record(lost.add(std::uint64_t{1}).add(std::uint64_t{42}).all());
  REQUIRE(count);
  CHECK(count->count == 42);
  CHECK(count->kind == Kind::Lost);
  CHECK(count->time_ns == 0);
  // When there was room again.
  const auto timed = parse_perf_record(lost.place(7, 8, 123).all());
  REQUIRE(timed);
  CHECK(timed->count == 42);
  CHECK(timed->time_ns == 123);
  CHECK_FALSE(parse_perf_record(Bytes(PERF_RECORD_COMM, 0).place(1, 1, 1).all()));
}

TEST_CASE("a mapping of code says what is where from when on") {
  Bytes bytes(PERF_RECORD_MMAP2, PERF_RECORD_MISC_USER);
  bytes.add(std::uint32_t{7}).add(std::uint32_t{8});
  bytes.add(std::uint64_t{0x401000}).add(std::uint64_t{0x2000}).add(std::uint64_t{0x1000});
  bytes.add(std::uint32_t{0xFE}).add(std::uint32_t{1}).add(std::uint64_t{77});
  bytes.add(std::uint64_t{0}).add(std::uint32_t{5}).add(std::uint32_t{2});
  bytes.add(std::array<char, 16>{"/lib/a.so"}).place(7, 8, 123);
  const auto record = parse_perf_record(bytes.all());
  REQUIRE(record);
  CHECK(record->kind == Kind::Mapped);
  CHECK(record->pid == 7);
  CHECK(record->time_ns == 123);
  CHECK(record->mapped.begin == 0x401000);
  CHECK(record->mapped.end == 0x403000);
  CHECK(record->mapped.offset == 0x1000);
  CHECK(record->mapped.device == (std::uint64_t{0xFE} << 32U | 1U));
  CHECK(record->mapped.inode == 77);
  CHECK(text_of(bytes, *record) == "/lib/a.so");
  // What is cut in its text has the time in another place, but does no harm.
  for (std::size_t size = 0; size < bytes.all().size(); ++size) {
    const auto cut = parse_perf_record(bytes.all().first(size));
    if (cut) CHECK(cut->text_at + cut->text_bytes <= size);
  }
}

TEST_CASE("an exec has the name of the program, and another name of a thread is none") {
  Bytes bytes(PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC);
  bytes.add(std::uint32_t{7}).add(std::uint32_t{7}).add(std::array<char, 8>{"python3"});
  const auto record = parse_perf_record(bytes.place(7, 7, 123).all());
  REQUIRE(record);
  CHECK(record->kind == Kind::Exec);
  CHECK(record->pid == 7);
  CHECK(record->time_ns == 123);
  CHECK(text_of(bytes, *record) == "python3");
  CHECK_FALSE(parse_perf_record(Bytes(PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC)
                                    .add(std::uint32_t{7})
                                    .add(std::uint32_t{7})
                                    .all()));
}

TEST_CASE("a refusal of the kernel names its remedy") {
  CHECK(perf_refusal(EACCES, 3).find("sysctl kernel.perf_event_paranoid=2") != std::string::npos);
  CHECK(perf_refusal(EPERM, 2) == "perf_event_open is not permitted here, as in many containers");
  CHECK(perf_refusal(ENOSYS, std::nullopt) == "this kernel has no perf events");
  CHECK(perf_refusal(EMFILE, 2).find("ulimit -n") != std::string::npos);
  CHECK(perf_refusal(EMFILE, std::nullopt).find("ulimit -n") != std::string::npos);
  CHECK(perf_refusal(EINVAL, 2) == "perf_event_open failed: Invalid argument");
}
