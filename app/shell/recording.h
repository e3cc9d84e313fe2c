// A recording that runs: the capture, and how it does in words.
#pragma once

#include <memory>
#include <string>

#include "app/shell/notice.h"
#include "app/shell/record_wish.h"
#include "capture/host/capture_session.h"
#include "core/base/result.h"

namespace lanescope {

/// How a recording does, made anew a few times a second.
struct RecordingWords {
  std::string clock;   // "0:12"
  std::string facts;   // "1.24 M records · 48,200/s · ring 3 % full · costs 0.4 %"
  std::string losses;  // "17 lost"; empty: none
};

/// UI thread only.
class Recording {
 public:
  /// Errors: of the wish, and of CaptureSession::start.
  static Result<std::unique_ptr<Recording>> start(const RecordWish& wish);

  /// Once a frame. Cost: next to nothing most of the time.
  void refresh(double now_s);
  [[nodiscard]] const CaptureState& state() const { return state_; }
  [[nodiscard]] const RecordingWords& words() const { return words_; }
  [[nodiscard]] const RecordWish& wish() const { return wish_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] bool paused() const { return state_.phase == CapturePhase::Paused; }
  [[nodiscard]] bool finished() const { return state_.phase == CapturePhase::Finished; }
  /// Something that the user should know and has not been told; once each.
  std::optional<Notice> take_notice();

  void toggle_pause();
  void stop();

 private:
  Recording(std::unique_ptr<CaptureSession> session, RecordWish wish);
  void refresh_words();
  [[nodiscard]] std::optional<Notice> end_notice() const;

  std::unique_ptr<CaptureSession> session_;
  RecordWish wish_;
  std::string file_;
  CaptureState state_;
  RecordingWords words_;
  double next_s_ = 0;
  std::size_t told_ = 0;  // problems
  bool end_told_ = false;
};

}  // namespace lanescope
