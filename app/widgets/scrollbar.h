// A thin vertical scroll bar over the right edge of what it scrolls.
#pragma once

#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// The offset after the mouse had its way; draws nothing while everything fits.
float scrollbar(const Ui& ui, std::string_view id, Rect view, float content_px, float offset_px);

/// The offset kept inside the content.
float clamped_scroll(float offset_px, float content_px, float view_px);

}  // namespace lanescope
