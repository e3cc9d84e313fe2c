// MainWindow: the whole interface, between Dear ImGui and what is open. Knows no window system: a
// platform, a picture or a test feeds ImGui's input and calls draw() once a frame.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/compare/run_stacks.h"
#include "app/shell/files/exporter.h"
#include "app/shell/files/source_opener.h"
#include "app/shell/layout/layout.h"
#include "app/shell/settings/settings.h"
#include "app/shell/start/start_page.h"
#include "app/shell/window/appearance.h"
#include "app/shell/window/dialogs.h"
#include "app/shell/window/keyboard.h"
#include "app/shell/window/quitting.h"
#include "app/shell/window/requests.h"
#include "app/shell/window/status_line.h"
#include "app/shell/window/tabs.h"
#include "app/shell/window/top_bar.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/draw/font_texture.h"
#include "app/widgets/draw/ui.h"
#include "app/workspace/workspace.h"

namespace lanescope {

/// The window's title: what is open.
class WindowTitle {
 public:
  /// Once a frame; needs no memory while the same is open.
  void refresh(const Workspace& workspace);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::array<std::string, 2> of_;  // the files that it is about
  std::string text_ = "Lanescope";
};

/// UI thread only.
class MainWindow : private KeyTexts {
 public:
  struct Options {
    std::string font_dir;
    std::string example;                 // path of the bundled trace; empty: none
    std::string settings_path;           // empty: nothing is remembered
    std::string proc = "/proc";          // where the system's processes lie
    std::function<void()> wake = [] {};  // asks for a frame, from any thread
    bool gives_pixels = false;           // somebody calls Exporter::take_pixels()
    bool shows_costs = true;  // what loading and drawing took: it differs from run to run
    MarkSink* marks = nullptr;
  };

  explicit MainWindow(Options options);
  /// Saves the settings, waits for what is still being closed.
  ~MainWindow() override;
  MainWindow(const MainWindow&) = delete;
  MainWindow& operator=(const MainWindow&) = delete;

  /// Outside a frame: fits fonts and colours to the monitor's scale (see FontScale for `density`)
  /// and the settings, and puts characters that came since into `texture`. True when the font atlas
  /// was built anew.
  bool prepare(float content_scale, float density, FontTexture& texture) {
    return look_.prepare(content_scale, density, settings_, texture);
  }
  /// One frame, between ImGui's NewFrame and Render. `now_s` must not fall.
  void draw(double now_s);
  /// Seconds until the next frame is wanted though nothing happens; 0 at once, below 0 never.
  [[nodiscard]] double next_frame_in_s() const;
  /// Nothing loads, computes or moves: the picture is final.
  [[nodiscard]] bool quiet() const;
  [[nodiscard]] const std::string& title() const { return title_.text(); }

  /// What is open.
  [[nodiscard]] Workspace& workspace() { return workspace_; }
  [[nodiscard]] const Workspace& workspace() const { return workspace_; }
  [[nodiscard]] Settings& settings() { return settings_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const Options& options() const { return options_; }

  /// Answered in this frame, or with the next one between frames.
  void ask(Request request) { requests_.push_back(std::move(request)); }
  /// Runs a command that is enabled, now: not while anything is drawn.
  void run(const Command& command, CommandWay way);
  /// Ends the program, or asks first where something would be lost or left behind. `why` is for
  /// the log.
  void quit(std::string why);
  /// Settings go to the disk, as at the end.
  std::optional<Error> save_settings();
  /// Settings and marks go to the disk now and a recording is completed, as far as it takes no
  /// longer than a few seconds. For who must end without a farewell. Says what could not be saved.
  std::optional<std::string> save_now();

  // Its parts.
  [[nodiscard]] Dialogs& dialogs() { return dialogs_; }
  [[nodiscard]] Exporter& exporter() { return exporter_; }
  [[nodiscard]] const Exporter& exporter() const { return exporter_; }
  [[nodiscard]] Keyboard& keyboard() { return keyboard_; }
  [[nodiscard]] const Quitting& quitting() const { return quitting_; }
  [[nodiscard]] RunStacks& stacks() { return stacks_; }
  [[nodiscard]] const Style& style() const { return look_.style(); }
  [[nodiscard]] TopBar& top_bar() { return top_bar_; }

 private:
  /// Of this frame and the last ones.
  struct Frames {
    double now_s = 0, last_input_s = 0;
    double took_ms = 0;                             // smoothed; 0: costs are not shown
    bool tab_drawn = false, details_drawn = false;  // in the last one with a trace
  };

  double begin_frame(double now_s);
  /// What can not be told by a request: what has happened outside.
  void refresh_dialogs(bool asked_a_process);
  void refresh_ranks_panes();

  // Keys.
  [[nodiscard]] PressedKeys pressed_keys() const;
  /// No dialog, menu or field takes them.
  [[nodiscard]] bool keys_are_free() const;
  void handle_keys(double delta_s);
  [[nodiscard]] std::string keys_of(std::string_view command) const override;

  // Requests.
  void answer_requests();
  void take_view_requests();
  void perform(WorkspaceCommand& command);
  void perform(const ViewRequest& request);
  void perform(const OpenSource& request);
  void perform(const SaveTab& request) { perform(request::SaveAs{export_kind(request.format)}); }
  void perform(const ShowTab& request) { show_tab(workspace_, settings_.panes, request.title); }
  void perform(const GoToRunEvent& request);
  void perform(const ShowThresholds& /*request*/) { dialogs_.get<ThresholdDialog>().open(); }
  void perform(const ShowGpuPeaks& /*request*/) { dialogs_.get<GpuPeaksDialog>().open(); }
  void perform(const request::RunCommand& request);
  void perform(const request::Browse& request);
  void perform(const request::FileChosen& request);
  void perform(const request::ShowRecord& request);
  void perform(const request::ShowAttach& request);
  void perform(const request::SaveAs& request);
  void perform(const request::OpenPalette& request);
  void perform(const request::PaletteChosen& request);
  void perform(const request::ForgetRecent& request) { settings_.forget(request.path); }
  void perform(const request::QuitAnswered& request);
  void show_files(const std::string& folder, FilePurpose purpose);

  // The frame, from the top to what lies over it.
  void draw_surface();
  void draw_notice_line(const Ui& ui, Rect row);
  void draw_trace(const Ui& ui, const Areas& areas);
  void draw_runs(const Ui& ui, const Areas& areas);
  /// Of the run that the tabs and the details are about, and makes room for them there.
  void draw_letters(const Ui& ui, Areas& areas) const;
  void draw_ranks(const Ui& ui, const Areas& areas, Rect screen);
  /// The window without a trace that is to be shown: what is loading, or what can be done.
  void draw_page(const Ui& ui, Rect page);
  void draw_start(const Ui& ui, Rect page);

  Options options_;
  SettingsFile settings_file_;
  Settings settings_;
  Appearance look_;
  Workspace workspace_;
  std::vector<Request> requests_;
  Dialogs dialogs_;
  Exporter exporter_;
  SourceOpener sources_;
  Keyboard keyboard_;
  Quitting quitting_;
  std::string given_by_;  // how the command that runs was given
  WindowTitle title_;
  TopBar top_bar_;
  StatusLine status_;
  StartPage start_page_;
  RunStacks stacks_;
  CopyNote copy_note_;
  Frames frames_;
};

}  // namespace lanescope
