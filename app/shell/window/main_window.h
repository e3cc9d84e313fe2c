// MainWindow: the entire interface, between Dear ImGui and what is open. Independent of the window
// system: a platform, a screenshot or a test feeds ImGui's input and calls draw() once per frame.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/compare/run_stacks.h"
#include "app/shell/files/exporter.h"
#include "app/shell/files/pending_export.h"
#include "app/shell/files/source_opener.h"
#include "app/shell/layout/layout.h"
#include "app/shell/settings/settings.h"
#include "app/shell/start/start_page.h"
#include "app/shell/tour/tour.h"
#include "app/shell/window/appearance.h"
#include "app/shell/window/dialogs.h"
#include "app/shell/window/keyboard.h"
#include "app/shell/window/offers.h"
#include "app/shell/window/quit/quitting.h"
#include "app/shell/window/requests.h"
#include "app/shell/window/status_line.h"
#include "app/shell/window/tabs.h"
#include "app/shell/window/top_bar.h"
#include "app/shell/window/typing.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/draw/font_texture.h"
#include "app/widgets/draw/ui.h"
#include "app/workspace/files/examples.h"
#include "app/workspace/workspace.h"
#include "capture/host/runner/recording_means.h"

namespace lanescope {

/// The window's title, which names what is open.
class WindowTitle {
 public:
  /// Call once per frame; allocates nothing unless what is open has changed.
  void refresh(const Workspace& workspace);
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::array<std::string, 4> of_;  // the files that it names
  std::string text_ = "Lanescope";
};

/// UI thread only.
class MainWindow : private KeyTexts {
 public:
  struct Options {
    std::string font_dir;
    std::vector<Example> examples;             // the traces that come with the program
    std::string settings_path;                 // empty: nothing is saved or loaded
    std::string proc = "/proc";                // path of the proc file system
    MachinePlaces machine = machine_places();  // where drivers and libraries are looked for
    std::function<void()> wake = [] {};        // requests a frame, from any thread
    bool gives_pixels = false;                 // the owner calls Exporter::take_pixels()
    bool shows_costs = true;                   // load and draw times, which differ between runs
    MarkSink* marks = nullptr;
    SystemOffers offers = {};
  };

  explicit MainWindow(Options options);
  /// Saves the settings, and waits for what is still being closed.
  ~MainWindow() override;
  MainWindow(const MainWindow&) = delete;
  MainWindow& operator=(const MainWindow&) = delete;

  /// Call outside a frame: adapts fonts and colors to the monitor's scale (see FontScale for
  /// `density`) and the settings, and adds missing glyphs to `texture`. True if the font atlas was
  /// rebuilt.
  bool prepare(float content_scale, float density, FontTexture& texture) {
    if (!dialogs_.get<KeyList>().waits_for_keys()) gather_typing();
    return look_.prepare(content_scale, density, settings_, texture);
  }
  /// Draws a frame, between ImGui's NewFrame and Render. `now_s` must not decrease.
  void draw(double now_s);
  /// Seconds until the next frame is needed without any event; 0: at once, negative: never.
  [[nodiscard]] double next_frame_in_s() const;
  /// Nothing is loading, computing or moving: the picture is final.
  [[nodiscard]] bool quiet() const;
  [[nodiscard]] const std::string& title() const { return title_.text(); }

  /// What is open.
  [[nodiscard]] Workspace& workspace() { return workspace_; }
  [[nodiscard]] const Workspace& workspace() const { return workspace_; }
  [[nodiscard]] Settings& settings() { return settings_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const Options& options() const { return options_; }

  /// Handled later in this frame, or in the next one.
  void ask(Request request);
  /// Runs an enabled command immediately; not while drawing.
  void run(const Command& command, CommandWay way);
  /// Quits, or first asks if something would be lost or left behind. `why` is for the log.
  void quit(std::string why);
  /// Whether the details are on the screen; in a narrow window, only while they are needed.
  [[nodiscard]] bool shows_details() const;
  /// Shows or hides them, from now on.
  void toggle_details();
  /// Closes those of a narrow window until the next selection; false if they are not open.
  bool close_drawer();
  /// Goes on with it when the rank that it is of, whose opening was requested, is loaded.
  void export_once_loaded(PendingExport pending) { pending_export_ = std::move(pending); }
  /// Opens the example that the tour is about, unless it is open, and begins.
  void start_tour();
  [[nodiscard]] const Tour& tour() const { return tour_; }
  /// Saves the settings, as when the program ends.
  std::optional<Error> save_settings();
  /// Saves settings and marks and completes a recording, waiting a few seconds at most. For when
  /// the program must end without asking. Returns what could not be saved.
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
  /// About this frame and the previous ones.
  struct Frames {
    double now_s = 0, last_input_s = 0;
    double took_ms = 0;                             // smoothed; 0: costs are not shown
    bool tab_drawn = false, details_drawn = false;  // in the last one with a trace
    // Whether the mouse reached the details over the lanes in the last frame, and in both of the
    // last two: what lies under them then knows that it is not under the mouse.
    bool drawer_reached = false, drawer_rests = false;
  };

  double begin_frame(double now_s);
  /// Updates that are caused from outside, not by a request.
  void refresh_dialogs(bool asked_a_process);
  void refresh_ranks_panes();
  void refresh_pending_export();

  // Keys.
  [[nodiscard]] PressedKeys pressed_keys() const;
  /// No dialog, menu or field uses the keyboard.
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
  void perform(const ShowTab& request);
  void perform(const GoToRunEvent& request);
  void perform(const ShowThresholds& /*request*/) { dialogs_.get<ThresholdDialog>().open(); }
  void perform(const ShowGpuPeaks& /*request*/) { dialogs_.get<GpuPeaksDialog>().open(); }
  void perform(const ShowShiftProfile& request);
  void perform(const request::RunCommand& request);
  void perform(const request::Browse& request);
  void perform(const request::FileChosen& request);
  void perform(const request::Dropped& request);
  /// Opens files that were dropped while a dialog waited for an answer, once it is closed.
  void take_waiting_drop();
  void perform(const request::ShowRecord& request);
  void perform(const request::ShowAttach& request);
  void perform(const request::ShowDocumentation& request);
  void perform(const request::ShowShare& /*request*/) { dialogs_.get<ShareDialog>().open(); }
  void perform(const request::SaveAs& request);
  void perform(const request::OpenPalette& request);
  void perform(const request::PaletteChosen& request);
  void perform(const request::ForgetRecent& request) { settings_.forget(request.file); }
  void perform(const request::QuitAnswered& request);
  void show_files(const std::string& folder, FilePurpose purpose);

  // Drawing, from the top to the overlays.
  void draw_surface();
  void draw_notice_line(const Ui& ui, Rect row);
  void draw_trace(const Ui& ui, const Areas& areas);
  void draw_runs(const Ui& ui, const Areas& areas);
  /// The letter of the run that the tabs are about; makes room for it.
  void draw_tabs_letter(const Ui& ui, Areas& areas) const;
  /// The same for the details.
  void draw_details_letter(const Ui& ui, Rect& details) const;
  void draw_details(const Ui& ui, Rect area);
  void draw_drawer(const Ui& ui, Rect area);
  /// Goes on with the tour; begins it when its example is opened for the first time.
  void refresh_tour();
  void draw_tour(const Ui& ui, Rect area);
  void draw_details_pane(const Ui& ui, Rect area);
  [[nodiscard]] DetailsPlace details_place() const;
  void follow_selection();
  void drag_lines(const Ui& ui, const Areas& areas);
  void draw_ranks(const Ui& ui, const Areas& areas, Rect screen);
  /// The window without a trace: what is loading, or what can be done.
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
  std::optional<PendingExport> pending_export_;
  SourceOpener sources_;
  Keyboard keyboard_;
  Quitting quitting_;
  std::string compared_;  // the first of two files that are being chosen
  std::vector<std::string> waiting_drop_;
  std::string given_by_;  // how the running command was invoked
  WindowTitle title_;
  TopBar top_bar_;
  StatusLine status_;
  StartPage start_page_;
  RunStacks stacks_;
  DetailsDrawer drawer_;
  BottomDrag bottom_drag_;
  Tour tour_;
  CopyNote copy_note_;
  Frames frames_;
};

}  // namespace lanescope
