// LateEnd: lets a signal that ends this process wait until something is cleaned up.
#pragma once

namespace lanescope {

/// While one exists, SIGINT, SIGTERM and SIGHUP do not end the process at once: asked() says that
/// one came, and it takes effect when the last LateEnd goes. Signals that something else handles or
/// ignores are left to it. Any thread.
class LateEnd {
 public:
  LateEnd();
  ~LateEnd();
  LateEnd(const LateEnd&) = delete;
  LateEnd& operator=(const LateEnd&) = delete;

  [[nodiscard]] static bool asked();
};

}  // namespace lanescope
