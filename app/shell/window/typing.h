// Typing faster than frames are drawn.
#pragma once

namespace lanescope {

/// Call before ImGui's NewFrame. While a field has the keyboard, lets all text that has arrived
/// into the next frame at once: ImGui would wait a frame between a key and the character that it
/// types, so that at ten frames a second the text would run behind the hand. The order of text and
/// of keys that do something else, such as Backspace and Enter, stays as it was, and so does that
/// of clicks. With or without a field, a modifier stays held in the frame of a key that was pressed
/// with it. UI thread. Cost: a few passes over what has arrived.
void gather_typing();

}  // namespace lanescope
