#include "capture/sampler/perf/perf_watch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <linux/perf_event.h>
#include <sys/ioctl.h>

#include "core/base/check.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostThreadsAtOnce = 4096;
/// A process may start threads while its threads are attached to.
constexpr int kMostListings = 4;

int configured_cpus() {
  constexpr long kMostCpus = 4096;
  return static_cast<int>(std::clamp(::sysconf(_SC_NPROCESSORS_CONF), 1L, kMostCpus));
}

std::size_t ring_bytes(int cpus) {
  const std::size_t share = PerfWatch::kMostAllRingBytes / static_cast<std::size_t>(cpus);
  return std::clamp(std::bit_floor(share), PerfWatch::kLeastRingBytes, PerfWatch::kMostRingBytes);
}

}  // namespace

void PerfBatch::clear() {
  entries.clear();
  gaps.clear();
  addresses.clear();
  stacks.clear();
  texts.clear();
}

PerfWatch::PerfWatch(const PerfSampling& sampling, DescriptorBudget& budget, std::string proc)
    : sampling_(sampling), budget_(&budget), proc_(std::move(proc)) {
  open_rings();
}

void PerfWatch::open_rings() {
  const int count = configured_cpus();
  std::size_t bytes = ring_bytes(count);
  LANESCOPE_CHECK(std::has_single_bit(bytes), "a power of two, not {}", bytes);
  for (int cpu = 0; cpu < count && problem_.empty(); ++cpu) {
    // Other tools of the user may hold a part of what he may lock.
    while (!open_ring(cpu, bytes) && problem_.empty()) {
      bytes /= 2;
      if (bytes < kLeastRingBytes)
        problem_ = "too little memory may be locked (kernel.perf_event_mlock_kb)";
    }
  }
  if (!problem_.empty()) cpus_.clear();
  // Where rings are small, as with hundreds of CPUs, they still hold the samples of some ticks.
  constexpr std::size_t kLeastSamples = 16;
  sampling_.stack_bytes =
      std::min(sampling_.stack_bytes, static_cast<std::uint32_t>(bytes / kLeastSamples));
}

bool PerfWatch::open_ring(int cpu, std::size_t bytes) {
  if (!budget_->take()) {
    problem_ = "no file descriptors are left; raise the limit with `ulimit -n`";
    return false;
  }
  FileDescriptor event = open_ring_event(cpu);
  const int error = errno;
  std::optional<PerfRing> ring = event.open() ? PerfRing::map(event.get(), bytes) : std::nullopt;
  if (ring) {
    cpus_.push_back({cpu, std::move(event), *std::move(ring), {}});
    return true;
  }
  budget_->give_back();
  const bool is_offline = !event.open() && error == ENODEV;
  if (!event.open() && !is_offline)
    problem_ = "perf_event_open failed: " + std::generic_category().message(error);
  return is_offline;
}

bool PerfWatch::is_watched(std::uint32_t tid) const {
  // Where records were lost or not made, the start of this thread may be among them. It must not be
  // watched twice, and is more likely started by a watched one than not.
  return known_.contains(tid) || lost_ > 0 || was_off_;
}

void PerfWatch::attach(const ProcFolder& process) {
  read_rings();
  if (cpus_.empty() || is_watched(static_cast<std::uint32_t>(process.pid()))) return;
  std::vector<std::int64_t> threads;
  for (int listing = 0; listing < kMostListings; ++listing) {
    process.numbers("task", kMostThreadsAtOnce, threads);
    if (listing > 0) read_rings();
    std::erase_if(threads,
                  [this](std::int64_t tid) { return is_watched(static_cast<std::uint32_t>(tid)); });
    if (threads.empty()) return;
    for (const std::int64_t tid : threads) {
      if (!attach_thread(tid)) return;
    }
  }
}

bool PerfWatch::attach_thread(std::int64_t tid) {
  LANESCOPE_CHECK(tid > 0, "the number of a thread, not {}", tid);
  known_.insert(static_cast<std::uint32_t>(tid));
  std::vector<ThreadEvent> events;
  if (open_events(tid, events)) {
    std::ranges::move(events, std::back_inserter(events_));
    ++attached_;
    return true;
  }
  for (std::size_t i = 0; i < events.size(); ++i) budget_->give_back();
  return problem_.empty();
}

bool PerfWatch::open_events(std::int64_t tid, std::vector<ThreadEvent>& events) {
  for (const Cpu& cpu : cpus_) {
    if (!budget_->take()) {
      problem_ = "no file descriptors are left; raise the limit with `ulimit -n`";
      return false;
    }
    FileDescriptor event = open_thread_event(tid, cpu.number, sampling_);
    if (!event.open()) {
      // Of a thread that has ended there is nothing to tell.
      if (errno != ESRCH)
        problem_ = "perf_event_open failed: " + std::generic_category().message(errno);
      budget_->give_back();
      return false;
    }
    ::ioctl(event.get(), PERF_EVENT_IOC_SET_OUTPUT, cpu.event.get());
    events.push_back({std::move(event), cpu.number});
    if (is_paused_ || cpu.limit.is_off()) set_on(events.back(), false);
  }
  return true;
}

void PerfWatch::pause(bool is_paused) {
  if (std::exchange(is_paused_, is_paused) == is_paused) return;
  for (const ThreadEvent& event : events_) set_on(event, !is_paused);
  for (Cpu& cpu : cpus_) cpu.limit.begin_again();
}

void PerfWatch::set_on(const ThreadEvent& event, bool is_on) {
  ::ioctl(event.file.get(), is_on ? PERF_EVENT_IOC_ENABLE : PERF_EVENT_IOC_DISABLE, 0);
}

void PerfWatch::limit_switches(Ns now_ns) {
  if (is_paused_) return;
  const std::size_t most = attached_ > 1 ? SwitchLimit::kMostOfOthers : SwitchLimit::kMostOfFamily;
  for (Cpu& cpu : cpus_) {
    switch (cpu.limit.turn(now_ns, most)) {
      case SwitchLimit::Turn::Off:
        turn_off(cpu);
        break;
      case SwitchLimit::Turn::On:
        turn_on(cpu);
        break;
      case SwitchLimit::Turn::None:
        break;
    }
  }
}

void PerfWatch::turn_off(const Cpu& cpu) {
  was_off_ = true;
  off_ns_ += cpu.limit.end_ns() - cpu.limit.off_ns();
  for (const ThreadEvent& event : events_) {
    if (event.cpu == cpu.number) set_on(event, false);
  }
  read_.gaps.push_back({cpu.limit.off_ns(), cpu.limit.end_ns()});
}

Ns PerfWatch::off_until() const {
  Ns until_ns = 0;
  for (const Cpu& cpu : cpus_) {
    if (cpu.limit.is_off()) until_ns = std::max(until_ns, cpu.limit.end_ns());
  }
  return until_ns;
}

void PerfWatch::turn_on(const Cpu& cpu) {
  for (const ThreadEvent& event : events_) {
    if (event.cpu == cpu.number) set_on(event, true);
  }
}

void PerfWatch::read_rings() {
  for (Cpu& cpu : cpus_) {
    const std::size_t broken =
        cpu.ring.read([&](std::span<const std::byte> bytes) { add(cpu, bytes); });
    if (broken > 0) ++lost_;
  }
}

void PerfWatch::add(Cpu& cpu, std::span<const std::byte> bytes) {
  const auto record = parse_perf_record(bytes, sampling_.stack_bytes > 0);
  if (!record) return;
  if (record->kind == PerfRecord::Kind::Lost) {
    add_loss(cpu, *record);
    return;
  }
  cpu.newest_ns = std::max(cpu.newest_ns, record->time_ns);
  if (record->kind == PerfRecord::Kind::Started) {
    if (known_.size() < kMostKnown) known_.insert(record->tid);
    return;
  }
  if (record->kind == PerfRecord::Kind::SwitchIn) cpu.limit.add();
  if (record->kind == PerfRecord::Kind::Ended) {
    known_.erase(record->tid);
    thinning_.forget(record->tid);
  }
  const bool is_sample = record->kind == PerfRecord::Kind::Sample;
  const std::uint32_t stands_for = is_sample ? thinning_.stands_for(record->tid) : 1;
  if (stands_for > 0) keep(*record, stands_for, bytes);
}

void PerfWatch::add_loss(Cpu& cpu, const PerfRecord& record) {
  lost_ += record.count;
  cpu.limit.add_lost(record.count);
  // Any thread may have got or lost this CPU in between.
  const Ns end_ns = std::max(record.time_ns, cpu.newest_ns);
  const Ns begin_ns = cpu.newest_ns > 0 ? cpu.newest_ns : end_ns;
  if (end_ns <= 0) return;
  if (!loss_) loss_ = {begin_ns, end_ns};
  loss_->begin_ns = std::min(loss_->begin_ns, begin_ns);
  loss_->end_ns = std::max(loss_->end_ns, end_ns);
}

void PerfWatch::tell_loss(Ns until_ns) {
  if (!loss_ || loss_->begin_ns >= until_ns) return;
  read_.gaps.push_back(*loss_);
  loss_.reset();
}

void PerfWatch::keep(const PerfRecord& record, std::uint32_t stands_for,
                     std::span<const std::byte> bytes) {
  PerfBatch::Entry entry{
      record, read_.addresses.size(), 0, read_.stacks.size(), read_.texts.size(), stands_for};
  LANESCOPE_CHECK(record.addresses_at + record.addresses_bytes <= bytes.size() &&
                      record.stack_at + record.stack_bytes <= bytes.size() &&
                      record.text_at + record.text_bytes <= bytes.size(),
                  "{} bytes at {}, {} at {}, and {} at {}, of a record of {}",
                  record.addresses_bytes, record.addresses_at, record.stack_bytes, record.stack_at,
                  record.text_bytes, record.text_at, bytes.size());
  for (const std::byte letter : bytes.subspan(record.text_at, record.text_bytes))
    read_.texts.push_back(static_cast<char>(letter));
  if (record.stack_bytes > 0) {
    const auto registers = bytes.subspan(record.registers_at, sizeof(Registers));
    const auto stack = bytes.subspan(record.stack_at, record.stack_bytes);
    read_.stacks.insert(read_.stacks.end(), registers.begin(), registers.end());
    read_.stacks.insert(read_.stacks.end(), stack.begin(), stack.end());
  }
  const auto list = bytes.subspan(record.addresses_at, record.addresses_bytes);
  for (std::size_t at = 0; at < list.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t address = 0;
    std::memcpy(&address, list.data() + at, sizeof address);
    if (user_address(address) != 0) read_.addresses.push_back(address);
  }
  entry.count = read_.addresses.size() - entry.first;
  read_.entries.push_back(entry);
}

const PerfBatch& PerfWatch::take(Ns until_ns) {
  read_rings();
  limit_switches(until_ns);
  tell_loss(until_ns);
  std::ranges::stable_sort(read_.entries, {},
                           [](const PerfBatch::Entry& entry) { return entry.record.time_ns; });
  // A ring that was read early may still get records that are older than those of a later one.
  const auto later =
      std::ranges::lower_bound(read_.entries, until_ns, {},
                               [](const PerfBatch::Entry& entry) { return entry.record.time_ns; });
  later_.clear();
  for (auto at = later; at != read_.entries.end(); ++at) keep_for_later(*at);
  read_.entries.erase(later, read_.entries.end());
  std::swap(taken_, read_);
  std::swap(read_, later_);
  return taken_;
}

void PerfWatch::keep_for_later(const PerfBatch::Entry& entry) {
  const auto addresses = read_.addresses_of(entry);
  const auto stack = read_.stack_of(entry);
  later_.entries.push_back({entry.record, later_.addresses.size(), addresses.size(),
                            later_.stacks.size(), later_.texts.size(), entry.stands_for});
  later_.texts += read_.text_of(entry);
  later_.addresses.insert(later_.addresses.end(), addresses.begin(), addresses.end());
  later_.stacks.insert(later_.stacks.end(), stack.begin(), stack.end());
}

}  // namespace lanescope
