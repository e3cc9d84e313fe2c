// Sentences with code in them, see core/base/text/sentences/code_words.h: the code is monospaced
// and on the base line of the words.
#pragma once

#include <string_view>

#include "app/widgets/draw/ui.h"

namespace lanescope {

/// As draw_text_wrapped; code as a whole goes to the next line if it fits there. Returns the height
/// drawn; only measures if `list` is null. Not for names from the trace, parts of which may look
/// like code. Cost: allocates when a text is new.
float draw_sentence(ImDrawList* list, const Ui& ui, const Face& face, ImVec2 at, float width,
                    ImU32 color, std::string_view text);

/// On one line, cut as by draw_text_fitted; then without monospaced code. Returns the width drawn.
float draw_sentence_fitted(ImDrawList& list, const Ui& ui, const Face& face, ImVec2 at, float width,
                           ImU32 color, std::string_view text);

/// The width of text without code.
float widest_line(const Face& face, std::string_view text);

/// The width without wrapping, of the widest line if it has several.
float sentence_width(const Ui& ui, const Face& face, std::string_view text);

}  // namespace lanescope
