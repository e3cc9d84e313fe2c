#include "tests/app/ui_driver.h"

#include <chrono>
#include <ctime>
#include <thread>

#include <doctest/doctest.h>

#include "core/base/threads/start_thread.h"
#include "core/view/lanes/model.h"
#include "tests/app/keys.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

constexpr double kFrameS = 1.0 / 60;
constexpr auto kPatience = std::chrono::seconds(30);

/// What a renderer would do with the font atlas.
void take_fonts() {
  unsigned char* pixels = nullptr;
  int width = 0;
  int height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
  ImGui::GetIO().Fonts->SetTexID(static_cast<ImTextureID>(pixels));
}

double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

}  // namespace

UiDriver::UiDriver(float width_px, float height_px, std::string settings_path, bool with_marks,
                   std::string proc)
    : UiDriver(Places{.settings = std::move(settings_path),
                      .proc = std::move(proc),
                      .example = source_folder() + "/assets/examples/transformer-cpu.json.gz",
                      .tour = true},
               width_px, height_px, with_marks) {}

UiDriver::UiDriver(const Places& places, float width_px, float height_px, bool with_marks) {
  (void)take_thread_shortage();  // of a test before
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = {width_px, height_px};
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  io.ConfigInputTrickleEventQueue = false;
  MainWindow::Options options;
  options.font_dir = places.fonts.empty() ? binary_folder() + "/fonts" : places.fonts;
  if (!places.example.empty())
    options.examples.push_back({"example", "a small trace", places.example, false});
  if (places.tour) {
    const std::string folder = source_folder() + "/assets/examples/generated-gpt-";
    options.examples.push_back({"slow", "a slow trace", folder + "slow.json.gz", true});
    options.examples.push_back({"fixed", "the same, fixed", folder + "fixed.json.gz", true});
  }
  options.settings_path = places.settings;
  options.gives_pixels = true;
  options.proc = places.proc;
  // What a machine has must not be seen in its tests.
  options.machine = {
      .root = binary_folder() + "/no_machine", .path = "", .cuda_home = "", .home = ""};
  options.shows_costs = places.shows_costs;
  options.offers = places.offers;
  if (with_marks) options.marks = this;
  window_ = std::make_unique<MainWindow>(options);
  frame();
}

UiDriver::~UiDriver() {
  window_.reset();
  ImGui::DestroyContext();
}

void UiDriver::run(WorkspaceCommand command) {
  workspace().run(std::move(command));
}

void UiDriver::frame() {
  const double begun_ms = cpu_ms();
  texture_.in_frame = 0;
  if (window_->prepare(1, 1, texture_)) {
    take_fonts();
    ++atlases_;
  }
  ImGui::GetIO().DeltaTime = static_cast<float>(kFrameS);
  now_s_ += kFrameS;
  ImGui::NewFrame();
  marks_.clear();
  window_->draw(now_s_);
  ImGui::Render();
  if (window_->exporter().wants_pixels()) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    const auto bytes = static_cast<std::size_t>(size.x * size.y) * 3;
    window_->exporter().take_pixels(static_cast<int>(size.x), static_cast<int>(size.y),
                                    std::vector<std::uint8_t>(bytes, 128));
  }
  std::swap(last_marks_, marks_);
  if (reported_) reported_(cpu_ms() - begun_ms);
}

void UiDriver::frames(int count) {
  for (int i = 0; i < count; ++i) frame();
}

bool UiDriver::frames_until(const std::function<bool()>& done) {
  const auto begun = std::chrono::steady_clock::now();
  while (!done()) {
    if (std::chrono::steady_clock::now() - begun > kPatience) return false;
    frame();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

void UiDriver::settle() {
  int quiet = 0;
  const bool complete = frames_until([&] {
    quiet = window_->quiet() ? quiet + 1 : 0;
    return quiet > 3;
  });
  REQUIRE_MESSAGE(complete, "the window did not come to rest");
}

void UiDriver::open(const std::string& path) {
  run(workspace::Open{path});
  settle();
  REQUIRE(workspace().trace() != nullptr);
}

void UiDriver::move(ImVec2 at) {
  ImGui::GetIO().AddMousePosEvent(at.x, at.y);
  frame();
}

void UiDriver::press(int button) {
  ImGui::GetIO().AddMouseButtonEvent(button, true);
  frame();
}

void UiDriver::release(int button) {
  ImGui::GetIO().AddMouseButtonEvent(button, false);
  frame();
}

void UiDriver::click(ImVec2 at, int button) {
  // How many frames have passed since the last click depends on how fast workers are, so it must
  // not be counted as one of two or three.
  ImGui::GetIO().MouseClickedTime[button] = -1e9;
  move(at);
  frame();
  press(button);
  release(button);
  frame();
}

void UiDriver::click(std::string_view name) {
  const Rect rect = mark(name);
  click({(rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2});
}

void UiDriver::double_click(ImVec2 at) {
  click(at);
  press();
  release();
  frame();
}

void UiDriver::drag(ImVec2 from, ImVec2 to, int button) {
  move(from);
  frame();
  press(button);
  for (int i = 1; i <= 5; ++i) {
    const float share = static_cast<float>(i) / 5;
    move({from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share});
  }
  release(button);
  frame();
}

void UiDriver::wheel(float notches) {
  ImGui::GetIO().AddMouseWheelEvent(0, notches);
  frame();
}

void UiDriver::modifier(ImGuiKey mod, bool down) {
  ImGui::GetIO().AddKeyEvent(mod, down);
  frame();
}

void UiDriver::key(ImGuiKey key, int mods) {
  strike_key(key, mods, [this] { frame(); });
}

void UiDriver::type(std::string_view text) {
  ImGui::GetIO().AddInputCharactersUTF8(std::string(text).c_str());
  frame();
  frame();
}

Rect UiDriver::mark(std::string_view name) {
  const auto found = last_marks_.find(name);
  REQUIRE_MESSAGE(found != last_marks_.end(), "nothing is marked ", std::string(name));
  return found->second;
}

bool UiDriver::has_mark(std::string_view name) const {
  return last_marks_.find(name) != last_marks_.end();
}

std::vector<std::string> UiDriver::mark_names() const {
  std::vector<std::string> names;
  for (const auto& [name, rect] : last_marks_) names.push_back(name);
  return names;
}

void UiDriver::mark(std::string_view name, Rect rect) {
  marks_[std::string(name)] = rect;
}

ImVec2 UiDriver::place_of(EventId event) {
  const auto place = slice_place(*view().snapshot(), event);
  REQUIRE(place.has_value());
  const auto ref = view().lanes.tree().find(place->track);
  REQUIRE(ref.has_value());
  const Rect lane = mark("lane." + view().lanes.tree().at(*ref).key);
  const Ns middle_ns = place->range.begin_ns + place->range.length_ns() / 2;
  const LaneMetrics& metrics = view().lanes.layout().metrics;
  const LayoutItem* item = view().lanes.layout().find(*ref);
  REQUIRE(item != nullptr);
  const float y =
      lane.y0 + view().lanes.layout().row_y_px(*item, place->row) + metrics.slice_px / 2;
  return {lane.x0 + static_cast<float>(view().viewport.x_of(middle_ns)), y};
}

EventId UiDriver::find(std::string_view name) {
  const Snapshot& snapshot = *view().drawn();
  for (std::uint32_t i = 0; i < snapshot.slice_count; ++i) {
    const auto slice = snapshot.find_slice(EventId{i});
    if (slice && snapshot.text(slice->chunk->name[slice->slice]) == name) return EventId{i};
  }
  FAIL("there is no event of that name");
  return EventId::None;
}

}  // namespace lanescope
