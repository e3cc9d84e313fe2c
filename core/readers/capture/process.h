// What is known of one process of a capture, and the names its lanes get.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/text/message_text.h"
#include "core/readers/capture/calls.h"
#include "core/readers/capture/clock.h"
#include "core/readers/capture/sink.h"

namespace lanescope {

class CaptureProcess {
 public:
  /// `calls` of the whole capture, has to outlive this.
  CaptureProcess(std::uint32_t index, CaptureCalls& calls) : index_(index), calls_(&calls) {}

  /// Its Hello. Names its lanes.
  void introduce(const MessageText& hello, CaptureSink& sink);
  [[nodiscard]] const MessageText& hello() const { return hello_; }
  void set_caps(MessageText caps) { caps_ = std::move(caps); }
  [[nodiscard]] const MessageText& caps() const { return caps_; }
  [[nodiscard]] LocalId pid(CaptureSink& sink);
  /// "rank 1 · python", "python".
  [[nodiscard]] std::string title() const;

  LocalId host_track(std::uint32_t tid, CaptureSink& sink);
  LocalId stream_track(std::uint32_t device, std::uint32_t stream, TrackRole role,
                       CaptureSink& sink);
  /// Of the lanes of one GPU as this process sees it. The first process has them under the device's
  /// number, as torch.profiler writes them.
  LocalId gpu_process(std::uint32_t device, CaptureSink& sink);
  /// Of what is told about the capture itself.
  LocalId capture_track(CaptureSink& sink);

  /// One number for one call among all processes; 0 for none.
  [[nodiscard]] std::uint32_t correlation(std::uint64_t own) { return calls_->number(index_, own); }
  /// See CaptureCalls.
  void note_launch(std::uint64_t own) { calls_->note_launch(index_, own); }
  void note_failure(std::uint64_t own) { calls_->note_failure(index_, own); }
  void note_work(std::uint64_t own) { calls_->note_work(index_, own); }
  [[nodiscard]] std::uint64_t launches_behind_work() const {
    return calls_->launches_behind_work(index_);
  }

  std::unordered_map<std::uint32_t, std::uint32_t> device_of_context;
  std::map<std::uint32_t, double> allocated_bytes;  // by device, as far as seen
  CaptureClock clock;
  /// Another profiler has the records of the GPU, from its begin until they come again.
  std::optional<CaptureSink::Slice> taken;
  std::uint64_t lost_records = 0;  // as the gaps in its lanes say

 private:
  std::uint32_t index_;
  CaptureCalls* calls_;
  MessageText hello_, caps_;
  bool has_pid_ = false;
  LocalId pid_ = 0;
  std::unordered_map<std::uint32_t, LocalId> gpu_processes_;
  std::unordered_map<std::uint64_t, LocalId> tracks_;
};

}  // namespace lanescope
