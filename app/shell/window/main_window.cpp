#include "app/shell/window/main_window.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <utility>

#include "imgui_internal.h"

#include "app/workspace/files/paths.h"
#include "app/shell/theme/theme.h"
#include "app/widgets/dialog.h"
#include "core/base/clamped.h"
#include "core/base/files/log.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr double kProgressEveryS = 0.1;  // while loading
constexpr double kOutputEveryS = 0.5;    // of a program that is recorded no more
constexpr double kBlinkEveryS = 0.3;     // while a field is written in
constexpr double kHintAfterS = 0.6;      // hints come that long after the mouse rests
constexpr double kLongestFrameS = 0.1;
constexpr float kLeastZoom = 0.6F, kMostZoom = 2.5F;
constexpr const char* kMoreScripts = "DroidSansFallbackFull.ttf";  // Chinese and Japanese above all

}  // namespace

MainWindow::MainWindow(Options options)
    : options_(std::move(options)),
      settings_file_(options_.settings_path),
      settings_(settings_file_.load()),
      glyphs_((fs::path(options_.font_dir) / kMoreScripts).string(), options_.wake),
      runs_(options_.wake),
      start_page_(options_.wake, own_folder()),
      files_(options_.wake),
      exporter_(options_.wake),
      record_dialog_(options_.wake),
      attach_dialog_(options_.wake, options_.proc) {}

MainWindow::~MainWindow() {
  if (runs_.open()) leave_tabs_of_two();
  (void)save_settings();
}

bool MainWindow::prepare(float content_scale, float density, FontTexture& texture) {
  const float scale = std::max(0.25F, content_scale / density * settings_.zoom);
  const bool rescale = scale != built_scale_ || density != density_;
  if (rescale) {
    const BuiltFonts built = build_fonts(options_.font_dir, {scale, density}, &glyphs_.supply());
    glyphs_.begin_atlas(built);
    style_.face = built.faces;
    if (!built.problem.empty() && built.problem != font_problem_) {
      font_problem_ = built.problem;
      troubles_.push_back(built.problem);
    }
    style_.scale = scale;
    built_scale_ = scale;
    density_ = density;
  }
  content_scale_ = content_scale;
  // A new atlas is not with the renderer yet.
  if (!rescale) glyphs_.refresh(style_.face, texture);
  if (rescale || applied_theme_ != settings_.theme) {
    style_.color = theme_colors(settings_.theme);
    apply_to_imgui(style_, settings_.theme);
    applied_theme_ = settings_.theme;
  }
  return rescale;
}

void MainWindow::refresh_title() {
  const Session* session = shown_session();
  if (session == nullptr && ranks_) {
    titled_ = {};
    title_ = ranks_->name() + " – Lanescope";
    return;
  }
  if (runs_.open()) session = &trace_->view.session();
  const Session* other = runs_.open() ? &runs_.b()->view.session() : nullptr;
  // By their files: the next session often has the place in memory of the one before.
  const auto file_of = [](const Session* of) -> std::string_view {
    return of == nullptr ? std::string_view() : std::string_view(of->path());
  };
  const std::array shown{file_of(session), file_of(other)};
  if (std::ranges::equal(shown, titled_) && session != nullptr) return;
  std::ranges::copy(shown, titled_.begin());
  title_ = session == nullptr ? "Lanescope" : session_name(*session) + " – Lanescope";
  if (other != nullptr)
    title_ = session_name(*session) + " and " + session_name(*other) + " – Lanescope";
}

/// What was told in the window stands in the log too, once.
void MainWindow::log_notice() {
  const std::string_view words = notice_    ? std::string_view(notice_->text)
                                 : problem_ ? std::string_view(problem_->message)
                                            : std::string_view();
  if (words == logged_notice_) return;
  logged_notice_ = words;
  if (words.empty()) return;
  const NoticeKind kind = notice_ ? notice_->kind : NoticeKind::Error;
  const std::string file = notice_ ? "" : problem_->file + ": ";
  log_line(kind == NoticeKind::Error     ? LogLevel::Error
           : kind == NoticeKind::Warning ? LogLevel::Warning
                                         : LogLevel::Info,
           file + logged_notice_);
}

const Session* MainWindow::shown_session() const {
  if (opening_) return &opening_->view.session();
  const auto loads = [](const Session& session) {
    return session.state() == Session::State::Loading;
  };
  if (runs_.open() && loads(runs_.b()->view.session())) return &runs_.b()->view.session();
  return trace() != nullptr ? &trace()->view.session() : nullptr;
}

bool MainWindow::loading() const {
  const Session* session = shown_session();
  if (session == nullptr) return ranks_ && ranks_->loading();
  return session->state() == Session::State::Loading;
}

void MainWindow::set_theme(ThemeKind theme) {
  settings_.theme = theme;
}

void MainWindow::toggle_theme() {
  set_theme(settings_.theme == ThemeKind::Dark ? ThemeKind::Light : ThemeKind::Dark);
}

void MainWindow::zoom_interface(float factor) {
  const float zoom = factor == 0 ? 1 : settings_.zoom * factor;
  settings_.zoom = clamped(std::round(zoom * 100) / 100, kLeastZoom, kMostZoom);
}

void MainWindow::reset_layout() {
  settings_.panes = PaneSizes();
  settings_.zoom = 1;
  settings_.tab.clear();
  settings_.folded_lanes.clear();
  settings_.folded_groups.clear();
  settings_.unfolded_lanes.clear();
  if (!trace_) return;
  trace_->view.lanes.reset();
  trace_->tab = 0;
}

bool MainWindow::show_tab(std::string_view title) {
  if (ranks_in_front()) {
    settings_.panes.bottom_shown = true;
    return ranks_->bottom() != nullptr && ranks_->bottom()->show_tab(title);
  }
  if (!trace_) return false;
  OpenTrace& shown = *trace();
  for (std::size_t i = 0; i < shown.bottom.size(); ++i) {
    if (!std::ranges::equal(shown.bottom[i]->title(), title, {}, lower_case, lower_case)) continue;
    shown.tab = i;
    settings_.panes.bottom_shown = true;
    return true;
  }
  return false;
}

void MainWindow::open_wanted_source() {
  if (!trace_) return;
  TraceView& view = trace()->view;
  const auto wanted = std::exchange(view.wanted_source, std::nullopt);
  if (!wanted) return;
  const SourceOpener::Outcome outcome =
      sources_.open(*wanted, view.session().path(), SourceOpener::environment());
  notice_ = Notice{outcome.ok ? NoticeKind::Info : NoticeKind::Warning, outcome.message, ""};
  if (options_.wake) options_.wake();
}

void MainWindow::show_wanted_tab() {
  if (!trace_ || trace()->view.wanted_tab.empty()) return;
  show_tab(std::exchange(trace()->view.wanted_tab, {}));
  if (options_.wake) options_.wake();
}

void MainWindow::judge_by_settings() {
  for (OpenTrace* run : {trace_.get(), runs_.b()}) {
    if (run == nullptr) continue;
    if (std::exchange(run->view.wants_thresholds, false)) show_thresholds();
    if (std::exchange(run->view.wants_gpu_peaks, false)) show_gpu_peaks();
    if (*run->view.thresholds != settings_.thresholds)
      run->view.thresholds = SharedThresholds(settings_.thresholds);
  }
}

void MainWindow::draw(double now_s) {
  const auto started = std::chrono::steady_clock::now();
  const double delta_s = clamped(now_s - last_s_, 0.0, kLongestFrameS);
  last_s_ = now_s;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsAnyMouseDown())
    last_input_s_ = now_s;
  refresh_recording(now_s);
  tell_troubles();
  refresh_attach();
  adopt_opened();
  refresh_ranks(delta_s);
  refresh_title();
  judge_by_settings();
  if (trace_) refresh_runs(now_s, delta_s);
  handle_keys(delta_s);
  walk_controls();
  draw_surface();
  log_notice();
  leave_arrows_to_fields();
  close_forgotten_popups();
  open_wanted_source();
  show_wanted_tab();
  if (!options_.shows_costs) return;
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - started;
  frame_ms_ = frame_ms_ == 0 ? took.count() : frame_ms_ * 0.5 + took.count() * 0.5;
}

bool MainWindow::quiet() const {
  if (glyphs_.waiting()) return false;
  // What is recorded never stands still; what there is counts.
  if (is_live() && !opening_) return !trace()->view.animating();
  if (opening_ || loading() || files_.is_open() || exporter_.busy() || rank_range_) return false;
  if (opening_b_ || !runs_.quiet()) return false;
  if (ranks_in_front()) return ranks_noted_ && ranks_->quiet();
  if (!trace_) return !start_page_.busy();
  const OpenTrace& shown = *trace();
  return trace_->quiet() && !(tab_drawn_ && shown.bottom[shown.tab]->busy()) &&
         !(details_drawn_ && shown.details.busy());
}

double MainWindow::next_frame_in_s() const {
  if (held_keys().any()) return 0;
  // Keys that follow each other within a frame are handed on one a frame: none waits for the mouse.
  if (!ImGui::GetCurrentContext()->InputEventsQueue.empty()) return 0;
  if (glyphs_.due()) return 0;
  for (const OpenTrace* run : {static_cast<const OpenTrace*>(trace_.get()), runs_.b()}) {
    if (run != nullptr && (run->view.animating() || run->timeline.dragging())) return 0;
  }
  if (trace_ && runs_.behind(*trace_)) return 0;
  if (ranks_in_front() && ranks_->moving()) return 0;
  double wait_s = -1;
  const auto within = [&wait_s](double s) { wait_s = wait_s < 0 ? s : std::min(wait_s, s); };
  if (exporter_.busy()) within(kProgressEveryS);
  if (const double s = copy_note_.next_frame_in_s(); s >= 0) within(s);
  if (loading() || recording_ || attachment_) within(kProgressEveryS);
  const auto goes_on = [](const auto& recorded) { return recorded->program_runs(); };
  if (std::ranges::any_of(recorded_, goes_on)) within(kOutputEveryS);
  if (attach_dialog_.is_open()) within(kOutputEveryS);
  if (quit_dialog_.is_open()) within(kProgressEveryS);
  if (ImGui::GetIO().WantTextInput) within(kBlinkEveryS);
  if (last_s_ - last_input_s_ < kHintAfterS) within(kHintAfterS / 2);
  return wait_s;
}

}  // namespace lanescope
