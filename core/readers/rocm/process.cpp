#include "core/readers/rocm/process.h"

#include <fmt/format.h>

#include "core/base/time.h"

namespace lanescope {
namespace {

/// As in torch.profiler traces: below all processes of the host, whose numbers are smaller.
constexpr std::int64_t kFirstGpuSort = 5'000'000;

}  // namespace

RocmProcess::RocmProcess(RowSink& sink, Own own) : sink_(&sink), own_(std::move(own)) {
  pid_ = own_.shares_pid ? sink.text(fmt::format("{}#{}", own_.pid, own_.index))
                         : sink.number(own_.pid);
  if (own_.title.empty()) own_.title = fmt::format("process {}", own_.pid);
  sink.name_process(pid_, sink.text(own_.title));
}

LocalId RocmProcess::thread(std::int64_t tid, TrackRole role) {
  const auto [at, fresh] = threads_.try_emplace({tid, role}, 0);
  if (fresh) at->second = sink_->track({pid_, sink_->number(tid), role, -1, -1});
  return at->second;
}

void RocmProcess::name_thread(std::int64_t tid, std::string_view name) {
  if (!name.empty()) sink_->name_thread(pid_, sink_->number(tid), sink_->text(name));
}

LocalId RocmProcess::gpu(std::int64_t device) {
  const auto [at, fresh] = gpus_.try_emplace(device, 0);
  if (!fresh) return at->second;
  if (own_.index == 0) {
    at->second = sink_->number(device);
    sink_->name_process(at->second, sink_->text(fmt::format("GPU {}", device)));
  } else {
    at->second = sink_->text(fmt::format("{}@{}#{}", device, own_.pid, own_.index));
    const std::string name = host_.empty() ? fmt::format("GPU {} of {}", device, own_.title)
                                           : fmt::format("GPU {} ({})", device, host_);
    sink_->name_process(at->second, sink_->text(name));
  }
  sink_->sort_process(at->second, saturating_add(kFirstGpuSort, device));
  return at->second;
}

LocalId RocmProcess::work(std::int64_t device, Order order, std::int64_t number,
                          std::string_view name, TrackRole role) {
  const auto [at, fresh] = lanes_.try_emplace({device, order, number, role}, 0);
  if (!fresh) return at->second;
  const std::string plain =
      fmt::format("{} {}", order == Order::Stream ? "stream" : "queue", number);
  const LocalId process = gpu(device);
  const LocalId thread = order == Order::Stream ? sink_->number(number) : sink_->text(plain);
  at->second = sink_->track({process, thread, role, device, number});
  sink_->name_thread(process, thread, sink_->text(name.empty() ? plain : name));
  return at->second;
}

}  // namespace lanescope
