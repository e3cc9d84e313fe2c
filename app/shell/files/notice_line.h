// A notice as a line under the top bar, with its links.
#pragma once

#include <cstdint>

#include "app/widgets/draw/ui.h"
#include "app/workspace/notices/notice.h"

namespace lanescope {

enum class NoticeEvent : std::uint8_t { None, Dismissed, Action, OtherAction };

/// Height of the line at that style.
float notice_height(const Style& style);
NoticeEvent draw_notice(const Ui& ui, Rect row, const Notice& notice);

}  // namespace lanescope
