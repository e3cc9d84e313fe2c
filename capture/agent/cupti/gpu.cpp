#include "capture/agent/cupti/gpu.h"

#include <cstdlib>

#include "capture/agent/agent.h"
#include "capture/agent/control/control.h"
#include "capture/agent/control/drain.h"
#include "capture/agent/cupti/arm.h"
#include "capture/agent/cupti/buffers.h"
#include "capture/agent/cupti/conflict.h"
#include "capture/agent/cupti/decode.h"
#include "capture/agent/cupti/dump.h"
#include "capture/agent/cupti/quirks.h"

namespace lanescope::agent {
namespace {

constinit Cupti cupti_state;
constinit BufferPool pool;
constinit Decoder decoder({&cupti_state.sizes, &cupti_state.apis, &cupti_state.correlation,
                           std::free});
ConflictWatch watch;
std::atomic<bool> armed{false};
std::atomic<bool> stopping{false};
std::uint64_t dropped = 0;
bool call_seen = false;
bool clock_checked = false;
std::int64_t last_records_ns = 0;  // when records last arrived
std::int64_t lost_since_ns = 0;    // 0: not lost

void on_request(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most_records) {
  *most_records = 0;  // as many as fit
  pool.request(buffer, bytes);
}

void on_complete(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t /*bytes*/,
                 std::size_t valid) {
  pool.complete(context, stream, buffer, valid);
  wake_drain();
}

bool usable() {
  return armed.load(std::memory_order_acquire) && !cupti_state.callbacks.failed;
}

void count_dropped(const FullBuffer& full, Channel& channel) {
  std::size_t more = 0;
  if (cupti_state.library.call.get_dropped(full.context, full.stream, &more) != cupti::kSuccess ||
      more == 0)
    return;
  dropped += more;
  wire::GapRecord gap{};
  gap.last_ns = now_ns();
  gap.first_ns = gap.last_ns - options().flush_ns;
  gap.records = more;
  channel.write(static_cast<std::uint32_t>(wire::GapReason::CuptiDropped), gap);
}

/// If the program gave CUPTI its own clock before us, our records use it too.
void check_clock() {
  const std::int64_t start = decoder.counts().last_start_ns;
  if (clock_checked || start == 0) return;
  clock_checked = true;
  constexpr std::int64_t kFar = 3600 * kSecond;
  const std::int64_t apart = now_ns() - start;
  if (apart > -kFar && apart < kFar) return;
  send_problem("clock", "Kernel times are not on the system clock.",
               "Another profiler in the program gave CUPTI a custom clock. Calls and kernels "
               "cannot be aligned.");
}

void write_conflict(Channel& channel, wire::ConflictKind kind) {
  wire::ConflictRecord record{};
  record.time_ns = now_ns();
  channel.write(static_cast<std::uint32_t>(kind), record);
  if (kind == wire::ConflictKind::Lost) {
    lost_since_ns = last_records_ns != 0 ? last_records_ns : record.time_ns;
  } else if (kind == wire::ConflictKind::Resumed && lost_since_ns != 0) {
    wire::GapRecord gap{};
    gap.first_ns = lost_since_ns;
    gap.last_ns = record.time_ns;
    channel.write(static_cast<std::uint32_t>(wire::GapReason::Conflict), gap);
    lost_since_ns = 0;
  }
}

/// Called by the drain thread when recording ends, and by a thread that finished arming too late;
/// only the first call has an effect.
void disarm() {
  if (!armed.exchange(false)) return;
  cupti_state.callbacks.live = false;
  pool.close();
  if (!cupti_state.callbacks.failed) disarm_cupti(cupti_state, options());
}

}  // namespace

bool arm_gpu() {
  if (stopping.load()) return false;
  if (!pool.open(static_cast<std::size_t>(options().buffer_mb) << 20)) {
    send_problem("memory", "Not enough memory for CUPTI's buffers.", "");
    return false;
  }
  choose_dump_folder();
  const bool done = arm_cupti(cupti_state, options(), on_request, on_complete);
  decoder.set_releasing(done && leaves_texts_to_us(cupti_state.library.version));
  armed.store(done);
  if (stopping.load()) disarm();  // recording ended while it was being armed
  return done;
}

void forget_gpu() {
  cupti_state.callbacks.live = false;
  armed = stopping = false;
}

void flush_gpu(bool forced) {
  if (!usable()) return;
  // Not called when there is nothing to flush: some versions hang in processes without GPU work.
  // Nor while another profiler is known to own the buffers.
  if (watch.known()) return;
  call_seen = call_seen || channels().gpu_calls() != 0;
  if (call_seen) cupti_state.library.call.flush_all(forced ? cupti::kFlushForced : 0);
}

std::uint64_t drain_gpu(Channel& channel) {
  if (!armed.load(std::memory_order_acquire)) return 0;
  const std::uint64_t before = decoder.counts().records;
  pool.drain([&channel](const FullBuffer& full) {
    dump_buffer(full, cupti_state.sizes, cupti_state.library.version);
    decoder.decode(full.data, full.valid, channel);
    if (usable()) count_dropped(full, channel);
  });
  pool.tell_lost(channel);
  const std::uint64_t records = decoder.counts().records - before;
  if (records != 0) last_records_ns = now_ns();
  check_clock();
  return records;
}

void follow_conflict(Channel& channel, wire::ConflictKind kind) {
  const bool was_lost = watch.lost();
  watch.know(kind == wire::ConflictKind::Lost);
  if (was_lost && kind == wire::ConflictKind::Resumed) take_back_gpu();
  write_conflict(channel, kind);
}

void watch_for_conflict(Channel& channel, std::int64_t now) {
  if (!usable() || !recording()) return;
  const ConflictWatch::Seen seen{channels().gpu_calls(), cupti_state.callbacks.witnesses,
                                 decoder.counts().records};
  const auto change = watch.look(seen, now);
  if (!change) return;
  write_conflict(channel, *change);
  if (*change == wire::ConflictKind::Lost)
    send_problem("conflict", "Another profiler has taken over the GPU records.",
                 "Did the program start torch.profiler? Its own trace is not affected; resume the "
                 "recording when it has finished.");
}

void take_back_gpu() {
  if (usable()) enable_records(cupti_state, options(), on_request, on_complete, nullptr);
}

bool gpu_is_lost() {
  return watch.lost();
}

void leave_out(std::int64_t from, std::int64_t until) {
  decoder.leave_out(from, until);
}

void stop_gpu() {
  stopping.store(true);
  disarm();
}

std::int64_t gpu_clock_ns() {
  std::uint64_t ns = 0;
  if (!usable() || cupti_state.library.call.get_timestamp(&ns) != cupti::kSuccess) return 0;
  return static_cast<std::int64_t>(ns);
}

void add_gpu_stats(wire::StatsRecord& stats) {
  const DecodeCounts& counts = decoder.counts();
  stats.gpu_records = counts.records;
  stats.zero_time = counts.zero_time;
  stats.unknown_kind = counts.unknown_kind;
  stats.undecodable = counts.undecodable;
  stats.cupti_dropped = dropped;
  stats.trash_buffers = pool.lost_buffers();
  stats.buffer_bytes = pool.bytes();
}

}  // namespace lanescope::agent
