// A picture of the interface without a window: OpenGL through EGL, drawn into a framebuffer of its
// own. Needs no display; a software driver (Mesa's llvmpipe) will do.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/base/result.h"

namespace lanescope {

class Offscreen {
 public:
  /// Makes the GL and ImGui contexts. One at a time; everything on the thread that opened it.
  static Result<std::unique_ptr<Offscreen>> open(int width_px, int height_px);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  /// After the font atlas was built anew.
  void upload_fonts();
  /// Starts an ImGui frame `delta_s` after the last one; draw, then call end_frame.
  void begin_frame(double delta_s);
  void end_frame();
  /// The last frame as 8-bit RGB rows, the top one first.
  [[nodiscard]] std::vector<std::uint8_t> pixels() const;

 private:
  struct Gl;
  Offscreen(std::unique_ptr<Gl> gl, int width_px, int height_px);

  std::unique_ptr<Gl> gl_;
  int width_px_, height_px_;
};

}  // namespace lanescope
