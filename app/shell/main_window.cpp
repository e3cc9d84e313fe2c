#include "app/shell/main_window.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <system_error>
#include <utility>

#include "imgui_internal.h"

#include "app/shell/bottom_area.h"
#include "app/shell/commands.h"
#include "app/shell/layout_memory.h"
#include "app/shell/paths.h"
#include "app/shell/split_lines.h"
#include "app/shell/start_page.h"
#include "app/shell/theme.h"
#include "core/base/ascii_case.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr double kProgressEveryS = 0.1;  // while loading
constexpr double kBlinkEveryS = 0.3;     // while a field is written in
constexpr double kHintAfterS = 0.6;      // hints come that long after the mouse rests
constexpr double kLongestFrameS = 0.1;
constexpr float kLeastZoom = 0.6F, kMostZoom = 2.5F;

bool any_popup() {
  return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

std::string absolute_path(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path : absolute.lexically_normal().string();
}

}  // namespace

MainWindow::MainWindow(Options options)
    : options_(std::move(options)),
      settings_(load_settings(options_.settings_path)),
      start_page_(options_.wake, own_folder()),
      files_(options_.wake),
      exporter_(options_.wake) {}

MainWindow::~MainWindow() {
  if (trace_) remember_layout(*trace_, settings_);
  // Nobody is left to be told when this fails.
  (void)save_settings(options_.settings_path, settings_);
}

bool MainWindow::prepare(float content_scale, float density) {
  const float scale = std::max(0.25F, content_scale / density * settings_.zoom);
  const bool rescale = scale != built_scale_ || density != density_;
  if (rescale) {
    style_.face = build_fonts(options_.font_dir, {scale, density});
    style_.scale = scale;
    built_scale_ = scale;
    density_ = density;
  }
  content_scale_ = content_scale;
  if (rescale || applied_theme_ != settings_.theme) {
    style_.color = theme_colors(settings_.theme);
    apply_to_imgui(style_, settings_.theme);
    applied_theme_ = settings_.theme;
  }
  return rescale;
}

void MainWindow::refresh_title() {
  const Session* session = shown_session();
  if (session == titled_) return;
  titled_ = session;
  title_ = session == nullptr ? "Lanescope" : session_name(*session) + " – Lanescope";
}

const Session* MainWindow::shown_session() const {
  if (opening_) return &opening_->view.session();
  return trace_ ? &trace_->view.session() : nullptr;
}

bool MainWindow::loading() const {
  const Session* session = shown_session();
  return session != nullptr && session->state() == Session::State::Loading;
}

void MainWindow::open(const std::string& path) {
  const std::string whole = absolute_path(path);
  std::error_code error;
  if (fs::is_directory(whole, error)) {
    files_.open(whole);
    return;
  }
  problem_.reset();
  notice_.reset();
  retire(std::move(opening_));
  opening_ = std::make_unique<OpenTrace>(whole, options_.wake, own_folder());
  load_end_noted_ = false;
}

void MainWindow::open_example() {
  if (!options_.example.empty()) open(options_.example);
}

void MainWindow::browse() {
  const Session* session = shown_session();
  files_.open(session != nullptr && session->path() != options_.example
                  ? fs::path(session->path()).parent_path().string()
                  : settings_.last_folder);
}

void MainWindow::close_trace() {
  if (trace_) remember_layout(*trace_, settings_);
  retire(std::move(opening_));
  retire(std::move(trace_));
  notice_.reset();
}

/// Joining a loader and freeing gigabytes takes long enough to be seen; it happens elsewhere.
void MainWindow::retire(std::unique_ptr<OpenTrace> trace) {
  if (!trace) return;
  trace->view.session().cancel();
  std::erase_if(retired_, [](const std::future<void>& f) {
    return f.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  });
  retired_.push_back(
      std::async(std::launch::async, [owned = std::move(trace)]() mutable { owned.reset(); }));
}

void MainWindow::drop(const std::vector<std::string>& paths) {
  if (!paths.empty()) open(paths.front());
}

void MainWindow::letter_key(char letter, bool down) {
  if (letter >= 'A' && letter <= 'Z')
    letters_down_.at(static_cast<std::size_t>(letter - 'A')) = down;
}

void MainWindow::stop_loading() {
  if (opening_) {
    opening_->view.session().cancel();
  } else if (trace_) {
    trace_->view.session().cancel();
  }
}

void MainWindow::set_theme(ThemeKind theme) {
  settings_.theme = theme;
}

void MainWindow::toggle_theme() {
  set_theme(settings_.theme == ThemeKind::Dark ? ThemeKind::Light : ThemeKind::Dark);
}

void MainWindow::zoom_interface(float factor) {
  const float zoom = factor == 0 ? 1 : settings_.zoom * factor;
  settings_.zoom = std::clamp(std::round(zoom * 100) / 100, kLeastZoom, kMostZoom);
}

void MainWindow::reset_layout() {
  settings_.panes = PaneSizes();
  settings_.zoom = 1;
  settings_.tab.clear();
  settings_.folded_lanes.clear();
  settings_.unfolded_lanes.clear();
  if (!trace_) return;
  trace_->view.lanes.reset();
  trace_->tab = 0;
}

bool MainWindow::show_tab(std::string_view title) {
  if (!trace_) return false;
  for (std::size_t i = 0; i < trace_->bottom.size(); ++i) {
    if (!std::ranges::equal(trace_->bottom[i]->title(), title, {}, lower_case, lower_case))
      continue;
    trace_->tab = i;
    settings_.panes.bottom_shown = true;
    return true;
  }
  return false;
}

void MainWindow::peel() {
  if (loading()) {
    stop_loading();
  } else if (notice_) {
    notice_.reset();
  } else if (trace_ && !trace_->view.search.text.empty()) {
    trace_->view.search.text.clear();
  } else if (trace_ && trace_->view.selection.peel()) {
    return;
  } else if (trace_) {
    trace_->view.marks.set_current(std::nullopt);
  }
}

void MainWindow::adopt_opened() {
  if (opening_) {
    const Session& session = opening_->view.session();
    const Session::State state = session.state();
    if (session.snapshot().value) {
      if (trace_) remember_layout(*trace_, settings_);
      retire(std::move(trace_));
      trace_ = std::move(opening_);
      restore_layout(settings_, *trace_);
      if (session.path() != options_.example) {
        settings_.note_opened(session.path(), static_cast<std::int64_t>(std::time(nullptr)));
        settings_.last_folder = fs::path(session.path()).parent_path().string();
      }
    } else if (state == Session::State::Failed) {
      const std::string file = session_name(session);
      const std::string why = session.error().message;
      if (trace_) {
        notice_ = Notice{NoticeKind::Error, file + ": " + why, ""};
      } else {
        problem_ = OpenProblem{file, why};
      }
      retire(std::move(opening_));
    } else if (state != Session::State::Loading) {
      retire(std::move(opening_));  // stopped before anything was read
    }
  }
  note_load_end();
}

void MainWindow::open_wanted_source() {
  if (!trace_) return;
  const auto wanted = std::exchange(trace_->view.wanted_source, std::nullopt);
  if (!wanted) return;
  const SourceOpener::Outcome outcome =
      sources_.open(*wanted, trace_->view.session().path(), SourceOpener::environment());
  notice_ = Notice{outcome.ok ? NoticeKind::Info : NoticeKind::Warning, outcome.message, ""};
  if (options_.wake) options_.wake();
}

void MainWindow::show_wanted_tab() {
  if (!trace_ || trace_->view.wanted_tab.empty()) return;
  show_tab(std::exchange(trace_->view.wanted_tab, {}));
  if (options_.wake) options_.wake();
}

void MainWindow::judge_by_settings() {
  if (!trace_) return;
  if (std::exchange(trace_->view.wants_thresholds, false)) show_thresholds();
  if (std::exchange(trace_->view.wants_gpu_peaks, false)) show_gpu_peaks();
  if (*trace_->view.thresholds == settings_.thresholds) return;
  trace_->view.thresholds = SharedThresholds(settings_.thresholds);
}

void MainWindow::note_load_end() {
  if (!trace_ || opening_ || load_end_noted_) return;
  const Session& session = trace_->view.session();
  if (session.state() == Session::State::Loading) return;
  load_end_noted_ = true;
  keep_thumbnail();
  if (auto notice = load_end_notice(session)) notice_ = std::move(notice);
}

void MainWindow::keep_thumbnail() {
  const std::string& path = trace_->view.session().path();
  const auto snapshot = trace_->view.session().snapshot().value;
  if (own_folder().empty() || path == options_.example || !snapshot) return;
  std::vector<std::string> recent;
  for (const RecentFile& file : settings_.recent) recent.push_back(file.path);
  retired_.push_back(std::async(std::launch::async,
                                [snapshot, path, recent, pictures = ThumbnailFolder(own_folder())] {
                                  pictures.keep(path, make_thumbnail(*snapshot), recent);
                                }));
}

std::string MainWindow::own_folder() const {
  return fs::path(options_.settings_path).parent_path().string();
}

void MainWindow::refresh_side_file() {
  trace_->sync_side_file();
  if (notice_) return;
  if (const auto notice = trace_->side_file.take_notice())
    notice_ = Notice{NoticeKind::Warning, *notice, ""};
}

HeldKeys MainWindow::held_keys() const {
  const ImGuiIO& io = ImGui::GetIO();
  HeldKeys keys;
  if (io.WantTextInput || any_popup() || io.KeyCtrl || io.KeyAlt || io.KeySuper) return keys;
  const auto letter = [this](char c) {
    return letters_down_.at(static_cast<std::size_t>(c - 'A'));
  };
  keys.zoom_in = letter('W');
  keys.zoom_out = letter('S');
  const bool arrows =
      !trace_ || !settings_.panes.bottom_shown || !trace_->bottom[trace_->tab]->takes_arrows();
  keys.earlier = letter('A') || (arrows && ImGui::IsKeyDown(ImGuiKey_LeftArrow));
  keys.later = letter('D') || (arrows && ImGui::IsKeyDown(ImGuiKey_RightArrow));
  keys.up = arrows && ImGui::IsKeyDown(ImGuiKey_UpArrow);
  keys.down = arrows && ImGui::IsKeyDown(ImGuiKey_DownArrow);
  keys.fast = io.KeyShift;
  return keys;
}

bool MainWindow::keys_are_free() const {
  return !any_popup() && !files_.is_open() && !keys_.is_open() && !palette_.is_open() &&
         !thresholds_.is_open() && !gpu_peaks_.is_open() && !mark_dialog_.is_open() &&
         !ImGui::GetIO().WantTextInput;
}

void MainWindow::handle_keys(double delta_s) {
  const HeldKeys held = held_keys();
  if (trace_ && trace_->view.snapshot()) move_by_keys(trace_->view, held, delta_s);
  if (!keys_are_free()) return;
  const bool letters_move =
      held.zoom_in || held.zoom_out || letters_down_[0] || letters_down_['D' - 'A'];
  run_pressed_command(*this, letters_move);
}

void MainWindow::draw(double now_s) {
  const auto started = std::chrono::steady_clock::now();
  const double delta_s = std::clamp(now_s - last_s_, 0.0, kLongestFrameS);
  last_s_ = now_s;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsAnyMouseDown())
    last_input_s_ = now_s;
  adopt_opened();
  refresh_title();
  judge_by_settings();
  if (trace_) trace_->view.refresh(now_s, delta_s);
  if (trace_) refresh_side_file();
  handle_keys(delta_s);
  draw_surface();
  open_wanted_source();
  show_wanted_tab();
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - started;
  frame_ms_ = frame_ms_ == 0 ? took.count() : frame_ms_ * 0.5 + took.count() * 0.5;
}

void MainWindow::draw_surface() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                 ImGuiWindowFlags_NoSavedSettings |
                                 ImGuiWindowFlags_NoBringToFrontOnFocus |
                                 ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav;
  ImGui::Begin("surface", nullptr, flags);
  const Ui ui{style_, options_.marks, &copy_note_};
  const Rect screen{0, 0, size.x, size.y};
  ImGui::GetWindowDrawList()->AddRectFilled(screen.min(), screen.max(), style_.color.panel);
  const bool show_trace = trace_ && trace_->view.snapshot();
  const Areas areas =
      share_out(screen, settings_.panes, style_, notice_ ? notice_height(style_) : 0);
  if (show_trace) {
    draw_trace(ui, areas);
  } else {
    Rect page = screen;
    page.cut_top(areas.top.height());
    if (opening_) {
      if (draw_loading_page(ui, page, opening_->view.session().path(),
                            load_facts(opening_->view.session()))) {
        stop_loading();
      }
    } else {
      draw_start(ui, page);
    }
  }
  top_bar_.draw(ui, areas.top, *this);
  draw_dialogs(ui);
  copy_note_.draw(ui, show_trace ? areas.status.y0 : screen.y1, last_s_);
  if (show_trace) refresh_exports(areas);
  ImGui::End();
}

void MainWindow::draw_start(const Ui& ui, Rect page) {
  const std::string words = problem_ ? problem_->file + ": " + problem_->message : std::string();
  const StartChoice choice =
      start_page_.draw(ui, page, settings_, options_.example, words, keys_are_free());
  if (choice.browse) browse();
  if (!choice.forget.empty()) settings_.forget(choice.forget);
  if (!choice.path.empty()) open(choice.path);
}

void MainWindow::draw_trace(const Ui& ui, const Areas& areas) {
  const PaneFrame frame{ui, role_palette(settings_.theme), trace_->view, *this};
  drag_lines(ui, areas, settings_.panes);
  if (notice_) {
    const NoticeEvent event = draw_notice(ui, areas.notice, *notice_);
    if (event == NoticeEvent::Action) show_tab("Load report");
    if (event != NoticeEvent::None) notice_.reset();
  }
  trace_->timeline.draw(frame, areas.timeline, areas.labels_px);
  draw_bottom(frame, areas, *trace_, settings_.panes);
  if (!areas.details.empty()) trace_->details.draw(frame, areas.details);
  status_.draw(ui, areas.status, trace_->view, frame_ms_);
}

void MainWindow::draw_dialogs(const Ui& ui) {
  if (const auto chosen = files_.draw(ui)) follow_file(*chosen);
  if (const auto chosen = palette_.draw(ui, *this)) follow_palette(*chosen);
  keys_.draw(ui, settings_.keys);
  thresholds_.draw(ui, settings_.thresholds);
  const auto snapshot = trace_ ? trace_->view.snapshot() : nullptr;
  const std::span<const DeviceInfo> devices =
      snapshot ? std::span(snapshot->info.devices) : std::span<const DeviceInfo>();
  gpu_peaks_.draw(ui, devices, settings_.thresholds.gpu_peaks);
  if (trace_) {
    mark_dialog_.draw(ui, trace_->view.marks);
  } else {
    mark_dialog_.close();
  }
}

void MainWindow::follow_palette(const Palette::Choice& choice) {
  if (choice.command != nullptr) {
    settings_.note_command(std::string(choice.command->id));
    if (choice.command->enabled(*this)) choice.command->run(*this);
  } else if (trace_) {
    trace_->view.reveal_lane(choice.lane);
  }
}

std::string MainWindow::keys_of(std::string_view command) const {
  const Command* found = find_command(command);
  return found == nullptr ? "" : chord_text(settings_.keys.keys_of(*found).first);
}

bool MainWindow::quiet() const {
  if (opening_ || loading() || files_.is_open() || exporter_.busy()) return false;
  return trace_ ? trace_->quiet() : !start_page_.busy();
}

double MainWindow::next_frame_in_s() const {
  if (held_keys().any()) return 0;
  // Keys that follow each other within a frame are handed on one a frame: none waits for the mouse.
  if (!ImGui::GetCurrentContext()->InputEventsQueue.empty()) return 0;
  if (trace_ && (trace_->view.animating() || trace_->timeline.dragging())) return 0;
  double wait_s = -1;
  const auto within = [&wait_s](double s) { wait_s = wait_s < 0 ? s : std::min(wait_s, s); };
  if (exporter_.busy()) within(kProgressEveryS);
  if (const double s = copy_note_.next_frame_in_s(); s >= 0) within(s);
  if (loading()) within(kProgressEveryS);
  if (ImGui::GetIO().WantTextInput) within(kBlinkEveryS);
  if (last_s_ - last_input_s_ < kHintAfterS) within(kHintAfterS / 2);
  return wait_s;
}

}  // namespace lanescope
