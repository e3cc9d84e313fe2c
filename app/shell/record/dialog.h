// The dialog that starts a recording: which program, where it runs, and what to record.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "app/widgets/draw/ui.h"
#include "app/workspace/record/request.h"
#include "capture/host/runner/recording_means.h"
#include "core/view/results/background.h"

namespace lanescope {

class RecordDialog {
 public:
  /// Heights at scale 1: of a row with a check box, and of the line below the sampling rate that
  /// says what is wrong with it.
  static constexpr float kOptionRowPx = 26, kHintPx = 20;

  /// `wake` requests a frame, from any thread. `places`: where drivers and libraries are looked
  /// for.
  RecordDialog(const std::function<void()>& wake, MachinePlaces places)
      : check_(wake, Urgency::Quick, file_pool()),
        places_(std::move(places)),
        means_(wake, Urgency::Quick, file_pool()) {}

  /// Starts with the last request; `folder` is where recordings go if no working directory is
  /// given.
  void open(RecordRequest last, std::string folder);
  [[nodiscard]] bool is_open() const { return open_; }
  /// Shows why the recording could not start; the dialog stays open. The keyboard stays in its
  /// field, or goes to the one that the problem names.
  void complain(std::string problem);
  void close() { wants_close_ = true; }
  /// True in the frame in which the user starts recording request(). `recent`: previous commands.
  bool draw(const Ui& ui, std::span<const std::string> recent);
  [[nodiscard]] const RecordRequest& request() const { return request_; }
  /// Whether the user chose the file.
  [[nodiscard]] bool file_was_named() const { return !file_is_ours_; }

 private:
  static constexpr const char* kCommand = "record.command";
  using Place = std::pair<std::string, std::string>;  // command, folder
  using MeansKey = std::pair<std::string, int>;       // program, and which opening it is
  using Check = std::pair<Place, int>;                // and which time it is looked at

  bool draw_content(const Ui& ui, Rect box, std::span<const std::string> recent);
  /// One line of text. True if Enter was pressed in it.
  bool field(const Ui& ui, const char* id, Rect rect, std::string& text, const char* hint);
  bool draw_fields(const Ui& ui, Rect& inner);
  void suggest_preset(const RecordingMeans* means);
  void draw_presets(const Ui& ui, Rect& inner, const RecordingMeans* means, bool with_note);
  void draw_levels(const Ui& ui, Rect& inner, const RecordingMeans* means, bool with_note);
  bool draw_options(const Ui& ui, Rect& inner, const RecordingMeans* means);
  bool draw_sampling(const Ui& ui, Rect& inner);
  bool draw_times(const Ui& ui, Rect& inner);
  bool draw_trigger(const Ui& ui, Rect& inner);
  void draw_recent(const Ui& ui, Rect& inner, std::span<const std::string> recent);
  std::shared_ptr<const RecordingMeans> ask_means();
  void draw_means(const Ui& ui, Rect& inner, const RecordingMeans* means);
  bool draw_foot(const Ui& ui, Rect foot);
  void refresh_file();
  /// Again every second while it cannot be started: the file may be there by now.
  void refresh_check();
  /// All rows but the notes and the recent commands, at scale 1.
  [[nodiscard]] float rows_px() const;
  /// Why it cannot be started as entered; empty: it may be possible.
  [[nodiscard]] std::string obstacle() const;

  bool open_ = false, wants_close_ = false;
  bool suggests_ = false;      // the preset that this machine has a use for
  std::string_view focus_;     // the field that gets the keyboard next; empty: it stays where it is
  bool has_keyboard_ = false;  // a field of it
  float scroll_px_ = 0;
  bool file_is_ours_ = true;  // the user has not changed the file name
  std::string folder_;
  std::string problem_;          // with the last attempt
  std::string why_not_;          // why the command cannot be started; empty: it may be possible
  std::string wrong_rate_;       // what is wrong with the sampling rate; empty: nothing
  std::string wrong_condition_;  // the same of the trigger
  Place named_after_;            // what the file is named after
  std::int64_t opened_s_ = 0;
  int opened_ = 0;
  RecordRequest request_;
  Check checked_;
  double checked_at_s_ = 0;  // in ImGui's time
  Background<Check, std::string> check_;
  MachinePlaces places_;
  Background<MeansKey, RecordingMeans> means_;
};

}  // namespace lanescope
