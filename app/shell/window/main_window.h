// MainWindow: the whole interface, between Dear ImGui and an open trace. Knows no window system: a
// platform, a picture or a test feeds ImGui's input and calls draw() once a frame.
#pragma once

#include <array>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/panes/pane/held_keys.h"
#include "app/workspace/attach/attachment.h"
#include "app/shell/attach/dialog.h"
#include "app/workspace/compare/run_pair.h"
#include "app/shell/compare/run_stacks.h"
#include "app/shell/dialogs/mark_dialog.h"
#include "app/shell/dialogs/quit_dialog.h"
#include "app/shell/files/exporter.h"
#include "app/shell/files/file_dialog.h"
#include "app/workspace/notices/notice.h"
#include "app/workspace/traces/open_trace.h"
#include "app/shell/files/source_opener.h"
#include "app/shell/keys/key_list.h"
#include "app/shell/keys/palette.h"
#include "app/shell/layout/layout.h"
#include "app/shell/ranks/ranks_page.h"
#include "app/shell/record/dialog.h"
#include "app/workspace/record/recording.h"
#include "app/shell/settings/gpu_peaks_dialog.h"
#include "app/shell/settings/settings_file.h"
#include "app/shell/settings/threshold_dialog.h"
#include "app/shell/start/start_page.h"
#include "app/shell/theme/late_glyphs.h"
#include "app/shell/window/status_line.h"
#include "app/shell/window/top_bar.h"
#include "app/widgets/clipboard.h"
#include "app/widgets/draw/font_texture.h"
#include "app/widgets/draw/ui.h"

namespace lanescope {

struct Command;
enum class CommandWay : std::uint8_t;

/// Why a file could not be opened.
struct OpenProblem {
  std::string file;
  std::string message;
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
    bool gives_pixels = false;           // somebody calls take_pixels()
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
  bool prepare(float content_scale, float density, FontTexture& texture);
  /// One frame, between ImGui's NewFrame and Render. `now_s` must not fall.
  void draw(double now_s);
  /// Seconds until the next frame is wanted though nothing happens; 0 at once, below 0 never.
  [[nodiscard]] double next_frame_in_s() const;
  /// Nothing loads, computes or moves: the picture is final.
  [[nodiscard]] bool quiet() const;
  [[nodiscard]] const std::string& title() const { return title_; }
  [[nodiscard]] bool wants_close() const { return wants_close_; }

  /// Files dropped on the window: one is opened, beside an open trace it is the run to compare
  /// with; two are compared,
  /// more, or a folder of ranks, are the ranks of one run.
  void drop(const std::vector<std::string>& paths);
  /// A letter by its place on a US keyboard.
  void letter_key(char letter, bool down);

  /// After a frame: whether its pixels are wanted, 8-bit RGB rows, the top one first.
  [[nodiscard]] bool wants_pixels() const { return exporter_.wants_pixels(); }
  void take_pixels(int width_px, int height_px, const std::vector<std::uint8_t>& rgb) {
    exporter_.take_pixels(width_px, height_px, rgb);
  }

  // What commands do. A trace that is open stays until the new one has something to show.
  void open(const std::string& path);
  void open_example();
  void browse();
  void close_trace();
  /// Opens a file as run B beside the open trace; without one as the trace.
  void compare_with(const std::string& path, AlignQuery align = {});
  /// Two files instead of what is open.
  void open_both(const std::string& path_a, const std::string& path_b);
  void browse_for_b();
  void close_b();
  void swap_runs();
  void switch_run();
  void align_runs(AlignQuery query);
  /// By the ranges that have the name of the selected one.
  void align_by_selected();
  void show_alignments() { stacks_.show_alignments(); }
  void toggle_link() { runs_.set_linked(!runs_.linked()); }
  void toggle_beside() { settings_.panes.runs_beside = !settings_.panes.runs_beside; }
  /// Several files as the ranks of one run; just one as a trace.
  void open_ranks(std::vector<std::string> files);
  /// All traces in the folder of the open one.
  void open_ranks_beside();
  /// Files and folders that were named or dropped together.
  void open_all(const std::vector<std::string>& paths);
  /// From the trace of one rank.
  void back_to_ranks();
  [[nodiscard]] bool can_go_to_ranks() const { return ranks_ && trace_; }
  /// Asks what is to be recorded.
  void show_record();
  [[nodiscard]] bool can_record() const;
  /// Why neither a recording nor an attachment can begin.
  void tell_busy();
  /// Starts it and shows it as it comes; the dialog says why when it can not.
  void start_recording(const RecordWish& wish);
  /// The lanes of the recording that runs; nothing where they are shown.
  void show_recording();
  void stop_recording();
  void pause_recording();
  /// Null when nothing is recorded.
  [[nodiscard]] const Recording* recording() const { return recording_.get(); }
  /// Asks which running process is to record a trace of itself.
  void show_attach();
  [[nodiscard]] bool can_attach() const;
  /// Its trace is opened once it is there; the dialog says why when it can not be asked.
  void start_attach(const RunningProcess& process, const AttachWish& wish);
  void cancel_attach();
  /// Null when no process is asked.
  [[nodiscard]] const Attachment* attachment() const { return attachment_.get(); }
  /// Whether the view moves along with what is newest.
  void toggle_follow();
  /// The trace in front is still written.
  [[nodiscard]] bool is_live() const;
  /// Asks the recorded program to end, of several the one in front.
  void end_program();
  [[nodiscard]] bool program_runs() const { return running_program() != nullptr; }
  /// Ends the program, or asks first where something would be lost or left behind. `why` is for
  /// the log.
  void quit(std::string why);
  /// Why wants_close().
  [[nodiscard]] const std::string& end_reason() const { return end_reason_; }
  /// What must be said when the window is gone: of which file what.
  struct Parting {
    std::string file, text;
  };
  [[nodiscard]] std::vector<Parting> parting_words() const;
  /// A command that is enabled.
  void run(const Command& command, CommandWay way);
  /// Settings go to the disk, as at the end.
  std::optional<Error> save_settings();
  /// Settings and marks go to the disk now and a recording is completed, as far as it takes no
  /// longer than a few seconds. For who must end without a farewell. Says what could not be saved.
  std::optional<std::string> save_now();
  void stop_loading();
  void toggle_theme();
  void zoom_interface(float factor);  // 0: the usual size
  void toggle_details() { settings_.panes.details_shown = !settings_.panes.details_shown; }
  void toggle_bottom() { settings_.panes.bottom_shown = !settings_.panes.bottom_shown; }
  void reset_layout();
  void show_keys() { keys_.open(); }
  void show_thresholds() { thresholds_.open(); }
  void show_gpu_peaks() { gpu_peaks_.open(); }
  void focus_search() { top_bar_.focus_search(); }
  [[nodiscard]] const TopBar& top_bar() const { return top_bar_; }
  void open_palette(Palette::Kind kind, std::string filter = {}) {
    palette_.open(kind, std::move(filter));
  }
  [[nodiscard]] bool can_export(ExportKind kind) const;
  /// Asks where to; only what can_export().
  void export_as(ExportKind kind);
  /// Esc: takes the topmost layer away.
  void peel();
  /// Shows the bottom tab with that title (case ignored); false when there is none.
  bool show_tab(std::string_view title);
  /// Titles of the bottom tabs of what is in front; empty where there are none.
  [[nodiscard]] std::vector<std::string_view> tabs() const;
  [[nodiscard]] std::string_view shown_tab() const;
  /// Shows it, and gives its rows the arrow keys.
  void go_to_tab(std::string_view title);
  /// The next tab (1) or the one before (-1), round at the ends.
  void step_tab(int by);
  /// Tab and arrows go from control to control and Enter presses it, until Esc.
  void toggle_walk() { walks_controls_ = walk_begins_ = !walks_controls_; }
  [[nodiscard]] bool walks_controls() const { return walks_controls_; }
  void set_theme(ThemeKind theme);

  /// What commands and panes are about: of two runs the one clicked last.
  [[nodiscard]] OpenTrace* trace() {
    return runs_.active() == RunSide::B ? runs_.b() : trace_.get();
  }
  [[nodiscard]] const OpenTrace* trace() const {
    return runs_.active() == RunSide::B ? runs_.b() : trace_.get();
  }
  /// Run A while there are two, else the trace.
  [[nodiscard]] OpenTrace* run_a() { return trace_.get(); }
  [[nodiscard]] const RunPair& runs() const { return runs_; }
  [[nodiscard]] RunPair& runs() { return runs_; }
  /// Of the trace on screen, or of the one that is being opened.
  [[nodiscard]] const Session* shown_session() const;
  [[nodiscard]] bool shows_costs() const { return options_.shows_costs; }
  [[nodiscard]] bool loading() const;
  /// Of the run whose ranks are open, also while the trace of one of them is in front.
  [[nodiscard]] RanksPage* ranks() { return ranks_.get(); }
  [[nodiscard]] const RanksPage* ranks() const { return ranks_.get(); }
  [[nodiscard]] bool ranks_in_front() const;
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] Settings& settings() { return settings_; }
  [[nodiscard]] const std::optional<Notice>& notice() const { return notice_; }
  /// Of the last file, on the start page; nothing when it could be opened.
  [[nodiscard]] const std::optional<OpenProblem>& problem() const { return problem_; }
  [[nodiscard]] const Style& style() const { return style_; }
  [[nodiscard]] const std::string& example() const { return options_.example; }
  [[nodiscard]] bool file_dialog_open() const { return files_.is_open(); }
  [[nodiscard]] bool mark_dialog_open() const { return mark_dialog_.is_open(); }
  [[nodiscard]] bool alignments_open() const { return stacks_.menu_open(); }
  [[nodiscard]] bool palette_open() const { return palette_.is_open(); }
  [[nodiscard]] bool key_list_open() const { return keys_.is_open(); }
  [[nodiscard]] bool threshold_dialog_open() const { return thresholds_.is_open(); }
  [[nodiscard]] bool gpu_peaks_dialog_open() const { return gpu_peaks_.is_open(); }
  [[nodiscard]] bool record_dialog_open() const { return record_dialog_.is_open(); }
  [[nodiscard]] bool attach_dialog_open() const { return attach_dialog_.is_open(); }
  [[nodiscard]] bool quit_dialog_open() const { return quit_dialog_.is_open(); }

 private:
  void adopt_opened();
  void adopt_opening();
  void note_opened(const Session& session);
  /// The dialog, in the folder of the trace that is open.
  void show_files();
  /// Those that are about two runs, for the one that was shown before there were two.
  void leave_tabs_of_two();
  void refresh_runs(double now_s, double delta_s);
  /// A new B takes the place of an old one once it has something to show.
  bool b_has_come();
  /// Puts B beside A, and notes how its load ends.
  void adopt_b();
  void follow_notice(NoticeDeed deed, const std::string& file);
  void log_notice();
  void draw_runs(const Ui& ui, const Areas& areas);
  /// Of the run that the tabs and the details are about, and makes room for them there.
  void draw_letters(const Ui& ui, Areas& areas) const;
  void open_wanted_source();
  void show_wanted_tab();
  void judge_by_settings();
  void refresh_ranks(double delta_s);
  void refresh_recording(double now_s);
  /// Those that ended: their programs may go on.
  void refresh_recorded(double now_s);
  [[nodiscard]] std::string recordings_folder() const;
  void note_recordings_folder(const std::string& file);
  /// Null when it is forgotten.
  Recording* recording_of(const std::string& file);
  /// The recording whose program end_program() ends; null: none runs.
  [[nodiscard]] Recording* running_program() const;
  void end_program(Recording& recording, bool kill);
  void end_programs(bool kill);
  [[nodiscard]] QuitStakes quit_stakes() const;
  void draw_quit(const Ui& ui, double now_s);
  /// Null when it is not open any more.
  OpenTrace* trace_of(const Recording* recording);
  [[nodiscard]] bool is_recorded_now(const std::string& file) const;
  /// A file, with what its program wrote where it was recorded here.
  [[nodiscard]] std::unique_ptr<OpenTrace> begin_load(const std::string& file);
  /// What the user had stopped, and beside it what it was compared with.
  void load_again(const std::string& file);
  /// The end of a recording whose lanes were closed.
  void tell_end_of_unseen();
  /// The window without a trace that is to be shown: what comes, or what can be done.
  void draw_page(const Ui& ui, Rect page);
  void refresh_attach();
  void end_attach(const std::string& problem);
  void retire(std::unique_ptr<Recording> recording);
  void show_rank_range();
  void note_ranks_end();
  /// False when nothing is selected there.
  bool peel_ranks();
  void retire(std::unique_ptr<RanksPage> ranks);
  void note_load_end();
  /// Tells once that events can not be read again.
  void note_file_change(const OpenTrace& trace);
  /// For the start page of the next time.
  void keep_thumbnail(const Session& session);
  void refresh_title();
  /// Of the settings and what else is kept; empty: nothing is kept.
  [[nodiscard]] std::string own_folder() const;
  void refresh_side_file();
  void tell_troubles();
  /// Which tab is open and which lanes are folded, for the next trace and the next start.
  void retire(std::unique_ptr<OpenTrace> trace);
  void retire(RunPair::Gone gone);
  void handle_keys(double delta_s);
  [[nodiscard]] HeldKeys held_keys() const;
  /// No dialog, menu or field takes them.
  [[nodiscard]] bool keys_are_free() const;
  /// Esc or the mouse end the walk; dialogs and menus are always walked through.
  void walk_controls();
  static void focus_first_control();
  void leave_arrows_to_fields();
  void draw_surface();
  void draw_start(const Ui& ui, Rect page);
  void draw_notice_line(const Ui& ui, Rect row);
  void draw_trace(const Ui& ui, const Areas& areas);
  void draw_ranks(const Ui& ui, const Areas& areas, Rect screen);
  void draw_dialogs(const Ui& ui);
  void follow_file(const FileChoice& choice);
  [[nodiscard]] std::string keys_of(std::string_view command) const override;
  void refresh_exports(const Areas& areas);
  void follow_palette(const Palette::Choice& choice);

  Options options_;
  SettingsFile settings_file_;
  Settings settings_;
  std::vector<std::string> troubles_;  // not told yet
  bool thread_shortage_told_ = false;
  std::string font_problem_;  // told already
  LateGlyphs glyphs_;         // of the faces of style_
  Style style_;
  float content_scale_ = 0, density_ = 0, built_scale_ = 0;
  std::optional<ThemeKind> applied_theme_;
  std::unique_ptr<OpenTrace> trace_, opening_, opening_b_;
  AlignQuery align_b_;  // how opening_b_ is to be aligned
  RunPair runs_;        // trace_ is its A
  RunStacks stacks_;
  std::vector<std::future<void>> retired_;  // traces being closed elsewhere, thumbnails written
  bool load_end_noted_ = false, b_end_noted_ = false;
  std::string tab_before_b_;     // its title
  bool browsing_for_b_ = false;  // what the file dialog is for
  std::unique_ptr<RanksPage> ranks_;
  bool ranks_noted_ = false;             // how its load ended
  std::optional<TimeRange> rank_range_;  // to be shown of the rank that is being opened
  std::optional<Notice> notice_;
  std::optional<OpenProblem> problem_;
  TopBar top_bar_;
  StatusLine status_;
  StartPage start_page_;
  FileDialog files_;
  Exporter exporter_;
  CopyNote copy_note_;
  SourceOpener sources_;
  KeyList keys_;
  ThresholdDialog thresholds_;
  GpuPeaksDialog gpu_peaks_;
  RecordDialog record_dialog_;
  std::unique_ptr<Recording> recording_;
  /// Ended ones: what their programs write is read as long as they go on, or it would pile up.
  std::vector<std::unique_ptr<Recording>> recorded_;
  AttachDialog attach_dialog_;
  std::unique_ptr<Attachment> attachment_;
  Palette palette_;
  MarkDialog mark_dialog_;
  std::array<bool, 26> letters_down_{};
  double last_s_ = 0, last_input_s_ = 0, frame_ms_ = 0;
  QuitDialog quit_dialog_;
  std::optional<double> ends_by_s_;  // programs that are waited for are killed then
  bool wants_close_ = false;
  std::string end_reason_, given_by_;  // of the command that runs, how it was given
  std::string logged_notice_;
  bool walks_controls_ = false, walk_begins_ = false;
  bool tab_drawn_ = false, details_drawn_ = false;  // in the last frame with a trace
  std::array<std::string, 2> titled_;               // the files that title_ is about
  std::string title_ = "Lanescope";
};

}  // namespace lanescope
