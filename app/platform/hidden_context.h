// An OpenGL context that shows nothing. One source a system.
#pragma once

#include <memory>

#include "core/base/result.h"

namespace lanescope {

/// The context is current on the thread that opened it, until it is destroyed.
class HiddenContext {
 public:
  /// OpenGL 3.0 or newer, with a framebuffer that is not to be drawn on. Errors: Unsupported. Cost:
  /// the driver's start. Main thread.
  static Result<std::unique_ptr<HiddenContext>> open();
  virtual ~HiddenContext() = default;
  HiddenContext(const HiddenContext&) = delete;
  HiddenContext& operator=(const HiddenContext&) = delete;

  /// A function of OpenGL; nullptr: the driver lacks it.
  template <typename Function>
  [[nodiscard]] Function function(const char* name) const {
    return reinterpret_cast<Function>(find(name));  // NOLINT: all are handed out as one type
  }

 protected:
  HiddenContext() = default;

  using AnyFunction = void (*)();

 private:
  [[nodiscard]] virtual AnyFunction find(const char* name) const = 0;
};

}  // namespace lanescope
