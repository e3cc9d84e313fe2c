// State of one process of a capture, and the names of its tracks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/text/message_text.h"
#include "core/readers/capture/clock.h"
#include "core/readers/capture/names.h"
#include "core/readers/rows/autograd.h"
#include "core/readers/rows/calls.h"
#include "core/readers/rows/held_blocks.h"
#include "core/readers/rows/row_sink.h"

namespace lanescope {

class CaptureProcess {
 public:
  /// `calls` is shared by the entire capture and must outlive this. `links`: whether backward
  /// operators will be paired with forward ones.
  CaptureProcess(std::uint32_t index, CallNumbers& calls, bool links)
      : autograd(links), index_(index), calls_(&calls) {}

  /// Takes its Hello message, and names its tracks: by the program that ran last, since an exec
  /// may have put it in the place of others. `order`: from 1, of all Hellos of the capture.
  void introduce(const MessageText& hello, std::uint64_t order, RowSink& sink);
  [[nodiscard]] const MessageText& hello() const { return hello_; }
  void set_caps(MessageText caps) { caps_ = std::move(caps); }
  [[nodiscard]] const MessageText& caps() const { return caps_; }
  [[nodiscard]] LocalId pid(RowSink& sink);
  [[nodiscard]] const PythonFolders& python_folders() const { return folders_; }
  /// Whether it never loaded the agent: the recorder saw it from outside.
  [[nodiscard]] bool is_only_sampled() const { return hello_.value("why") == "sampled"; }
  /// It is the main process, although not number 0.
  void set_main() { is_main_ = true; }
  /// "rank 1 · python", "python".
  [[nodiscard]] std::string title() const;

  LocalId host_track(std::uint32_t tid, RowSink& sink) {
    return thread_track(tid, TrackRole::Host, sink);
  }
  /// One of a thread's tracks: Host, Samples, State.
  LocalId thread_track(std::uint32_t tid, TrackRole role, RowSink& sink);
  LocalId stream_track(std::uint32_t device, std::uint32_t stream, TrackRole role, RowSink& sink);
  /// The process that the tracks of one of its GPUs belong to. For the main process, it is the
  /// device's number, as in torch.profiler traces.
  LocalId gpu_process(std::uint32_t device, RowSink& sink);
  /// The track for events about the capture itself.
  LocalId capture_track(RowSink& sink);

  /// A number for the call, unique among all processes; 0 for id 0.
  [[nodiscard]] std::uint32_t correlation(std::uint64_t own) { return calls_->number(index_, own); }
  /// See CallNumbers.
  void note_launch(std::uint64_t own) { calls_->note_launch(index_, own); }
  void note_failure(std::uint64_t own) { calls_->note_failure(index_, own); }
  void note_work(std::uint64_t own) { calls_->note_work(index_, own); }
  [[nodiscard]] std::uint64_t launches_behind_work() const {
    return calls_->launches_behind_work(index_);
  }

  std::unordered_map<std::uint32_t, std::uint32_t> device_of_context;
  HeldBlocks held;  // since the start of the capture
  CaptureClock clock;
  AutogradPairs autograd;
  /// The time during which another profiler receives the GPU records, while it lasts.
  std::optional<RowSink::Slice> taken;
  std::uint64_t lost_records = 0;  // reported by gap records since the last Losses chunk

 private:
  /// Names one of the processes that its tracks belong to.
  void name(LocalId process, const std::string& title, RowSink& sink) const {
    sink.rename_process(process, sink.text(title), name_order_);
  }

  std::uint32_t index_;
  CallNumbers* calls_;
  MessageText hello_, caps_;
  PythonFolders folders_;
  bool is_main_ = false;
  std::uint64_t name_order_ = 0;  // 0: its program is not known, so that any name is better
  bool has_pid_ = false;
  LocalId pid_ = 0;
  std::unordered_map<std::uint32_t, LocalId> gpu_processes_;
  std::unordered_map<std::uint64_t, LocalId> tracks_;
};

}  // namespace lanescope
