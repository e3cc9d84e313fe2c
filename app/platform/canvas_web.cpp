#include "app/platform/canvas.h"

#include <atomic>
#include <cmath>
#include <emscripten.h>
#include <string>
#include <utility>

#include "imgui.h"
#include "imgui_impl_opengl3.h"
#include <GLES3/gl3.h>

#include "app/platform/canvas_input.h"
#include "app/platform/frame_pace.h"
#include "app/platform/imgui_context.h"
#include "app/platform/pixels.h"
#include "core/base/files/log.h"

// See app/web/library.js.
extern "C" {
int lanescope_create_context();
void lanescope_fit_canvas(int width_px, int height_px);
void lanescope_want_text(int wanted);
void lanescope_set_title(const char* text);
void lanescope_set_cursor(const char* name);
void lanescope_write_clipboard(const char* text);
}

namespace lanescope {
namespace {

constexpr int kFramesAfterEvent = 3;
constexpr double kMsPerS = 1000;

std::atomic<bool> awake{true};

const char* cursor_name(ImGuiMouseCursor cursor) {
  switch (cursor) {
    case ImGuiMouseCursor_None:
      return "none";
    case ImGuiMouseCursor_TextInput:
      return "text";
    case ImGuiMouseCursor_ResizeAll:
      return "move";
    case ImGuiMouseCursor_ResizeNS:
      return "ns-resize";
    case ImGuiMouseCursor_ResizeEW:
      return "ew-resize";
    case ImGuiMouseCursor_ResizeNESW:
      return "nesw-resize";
    case ImGuiMouseCursor_ResizeNWSE:
      return "nwse-resize";
    case ImGuiMouseCursor_Hand:
      return "pointer";
    case ImGuiMouseCursor_NotAllowed:
      return "not-allowed";
    default:
      return "default";
  }
}

/// What is kept between the calls of the browser.
struct Frames {
  WindowClient* client = nullptr;
  int width_px = 1, height_px = 1;
  double density = 1;           // pixels per CSS pixel
  int due = kFramesAfterEvent;  // ImGui needs a few frames after an event
  double next_at_s = -1;        // even if nothing happens; negative: never
  double last_s = 0;
  std::string title;
  ImGuiMouseCursor cursor = ImGuiMouseCursor_COUNT;
  bool wants_text = false;
  FramePace pace;
};

Frames& frames() {
  static Frames& frames = *new Frames;
  return frames;
}

std::string& clipboard() {
  static std::string& text = *new std::string;
  return text;
}

void begin_imgui_frame(Frames& at, double now_s) {
  ImGuiIO& io = ImGui::GetIO();
  const auto density = static_cast<float>(at.density);
  io.DisplaySize = {static_cast<float>(at.width_px) / density,
                    static_cast<float>(at.height_px) / density};
  io.DisplayFramebufferScale = {density, density};
  io.DeltaTime = static_cast<float>(std::max(now_s - at.last_s, 1e-4));
  at.last_s = now_s;
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

void draw(Frames& at, double now_s) {
  // A new size clears the canvas, so that it has to be drawn at once.
  lanescope_fit_canvas(at.width_px, at.height_px);
  const auto density = static_cast<float>(at.density);
  if (at.client->prepare(density, density)) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  begin_imgui_frame(at, now_s);
  at.client->draw(now_s);
  ImGui::Render();
  glViewport(0, 0, at.width_px, at.height_px);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  if (at.client->wants_pixels())
    at.client->take_pixels(at.width_px, at.height_px, read_pixels(at.width_px, at.height_px));
}

void tell_page(Frames& at) {
  if (const std::string& title = at.client->title(); title != at.title) {
    at.title = title;
    lanescope_set_title(title.c_str());
  }
  if (const ImGuiMouseCursor cursor = ImGui::GetMouseCursor(); cursor != at.cursor) {
    at.cursor = cursor;
    lanescope_set_cursor(cursor_name(cursor));
  }
  if (const bool wants = ImGui::GetIO().WantTextInput; wants != at.wants_text) {
    at.wants_text = wants;
    lanescope_want_text(wants ? 1 : 0);
  }
}

void tick() {
  Frames& at = frames();
  if (at.client == nullptr) return;
  const double now_s = emscripten_get_now() / kMsPerS;
  if (awake.exchange(false)) at.due = kFramesAfterEvent;
  const bool on_time = at.next_at_s >= 0 && now_s >= at.next_at_s;
  if (at.due <= 0 && !on_time) return;
  if (!at.pace.wants_frame(now_s)) return at.client->awake();
  --at.due;
  draw(at, now_s);
  at.pace.drawn(now_s);
  tell_page(at);
  at.client->awake();
  const double wait_s = at.client->next_frame_in_s();
  at.next_at_s = wait_s < 0 ? -1 : now_s + wait_s;
}

}  // namespace

std::optional<Error> Canvas::open() {
  if (lanescope_create_context() == 0)
    return Error{Error::Kind::Unsupported, "the browser does not offer WebGL 2 to the page"};
  create_imgui_context();
  ImGuiIO& io = ImGui::GetIO();
  io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
  io.SetClipboardTextFn = [](void*, const char* text) {
    clipboard() = text;
    lanescope_write_clipboard(text);
  };
  io.GetClipboardTextFn = [](void*) { return clipboard().c_str(); };
  ImGui_ImplOpenGL3_Init("#version 300 es");
  log_line(LogLevel::Info, reinterpret_cast<const char*>(glGetString(GL_VERSION)));
  return std::nullopt;
}

void Canvas::start(WindowClient& client) {
  frames().client = &client;
  listen_for_input(client);
}

void Canvas::wake() {
  awake = true;
}

void Canvas::wake_by_hand() {
  frames().pace.note_input(emscripten_get_now() / kMsPerS);
  wake();
}

void Canvas::paste(std::string text) {
  clipboard() = std::move(text);
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiKey_V, true);
  io.AddKeyEvent(ImGuiKey_V, false);
  wake();
}

}  // namespace lanescope

// What app/web/engine.js calls.

extern "C" {

/// Before each frame of the screen.
EMSCRIPTEN_KEEPALIVE void lanescope_tick() {
  lanescope::tick();
}

EMSCRIPTEN_KEEPALIVE void lanescope_resize(int width_px, int height_px, double density) {
  lanescope::Frames& at = lanescope::frames();
  at.width_px = width_px;
  at.height_px = height_px;
  at.density = density;
  lanescope::Canvas::wake_by_hand();
}
}
