#include "core/readers/capture/process.h"

#include <filesystem>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/json_text.h"

namespace lanescope {

void CaptureProcess::introduce(const MessageText& hello, std::uint64_t order, RowSink& sink) {
  hello_ = hello;
  name_order_ = hello.value("exe").empty() ? 0 : order;
  folders_ = PythonFolders(hello);
  has_pid_ = false;
  name(pid(sink), title(), sink);
}

LocalId CaptureProcess::pid(RowSink& sink) {
  if (has_pid_) return pid_;
  const auto number = token_int(hello_.value("pid"));
  pid_ = sink.number(number.value_or(index_));
  has_pid_ = true;
  return pid_;
}

std::string CaptureProcess::title() const {
  const std::filesystem::path exe(hello_.value("exe"));
  std::string name = exe.filename().string();
  if (name.empty()) name = "process";
  const std::string rank = hello_.value("rank");
  return rank.empty() ? name : fmt::format("rank {} · {}", rank, name);
}

LocalId CaptureProcess::thread_track(std::uint32_t tid, TrackRole role, RowSink& sink) {
  const std::uint64_t key =
      std::uint64_t{1} << 63U | std::uint64_t{static_cast<std::uint8_t>(role)} << 32U | tid;
  const auto [at, fresh] = tracks_.try_emplace(key, 0);
  if (fresh) at->second = sink.track({pid(sink), sink.number(tid), role, -1, -1});
  return at->second;
}

LocalId CaptureProcess::gpu_process(std::uint32_t device, RowSink& sink) {
  const auto [at, fresh] = gpu_processes_.try_emplace(device, 0);
  if (!fresh) return at->second;
  if (is_main_ || (index_ == 0 && !is_only_sampled())) {
    at->second = sink.number(device);
    name(at->second, fmt::format("GPU {}", device), sink);
  } else {
    const std::string own = fmt::format("{}@{}", device, hello_.value("pid"));
    at->second = sink.text(own);
    const std::string rank = hello_.value("rank");
    name(at->second,
         rank.empty() ? fmt::format("GPU {} of {}", device, title())
                      : fmt::format("GPU {} of rank {}", device, rank),
         sink);
  }
  return at->second;
}

LocalId CaptureProcess::stream_track(std::uint32_t device, std::uint32_t stream, TrackRole role,
                                     RowSink& sink) {
  LANESCOPE_CHECK(role == TrackRole::Gpu || role == TrackRole::GpuSync, "a role of streams, not {}",
                  role);
  // Stream and device numbers are small enough for one key.
  const std::uint64_t key = std::uint64_t{static_cast<std::uint8_t>(role)} << 56U |
                            std::uint64_t{device & 0xFFFFU} << 32U | stream;
  const auto [at, fresh] = tracks_.try_emplace(key, 0);
  if (!fresh) return at->second;
  const LocalId process = gpu_process(device, sink);
  const bool none = stream == 0xFFFFFFFFU;
  const std::int64_t number = none ? -1 : static_cast<std::int64_t>(stream);
  const LocalId thread = sink.number(number);
  at->second = sink.track({process, thread, role, device, number});
  if (!none) sink.name_thread(process, thread, sink.text(fmt::format("stream {}", stream)));
  return at->second;
}

LocalId CaptureProcess::capture_track(RowSink& sink) {
  const auto [at, fresh] = tracks_.try_emplace(std::uint64_t{1} << 62U, 0);
  if (fresh)
    at->second = sink.track({sink.text("Capture"), pid(sink), TrackRole::Profiler, -1, -1});
  return at->second;
}

}  // namespace lanescope
