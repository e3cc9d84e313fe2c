// Names that have to be cut: their start and the part in which they differ from their neighbors
// stay.
#pragma once

#include <cstddef>
#include <string_view>

#include "app/widgets/draw/text.h"

namespace lanescope {

/// The longest prefix of `text` that fits into `width`, in bytes.
std::size_t fitting_head(const Face& face, std::string_view text, float width);

/// The bytes of the first line of `text`, at least one character. Prefers a break at a space near
/// the end, then between the parts of a name, then at any space, then anywhere.
std::size_t line_length(const Face& face, std::string_view text, float width);

/// As draw_text_fitted, unless that would cut off the word at byte `differs_at`: then the ellipsis
/// is in front of that part, "nvjet_tst_1…2x1_v_bz_TNN", which keeps at most most of the width.
/// Template arguments in front of that part keep their start, "vecto…<FillFunctor…[128]".
/// 0: nothing has to stay. Returns the width drawn. Allocates nothing.
float draw_name_fitted(ImDrawList& list, const Face& face, ImVec2 at, float width, ImU32 color,
                       std::string_view text, std::size_t differs_at);

}  // namespace lanescope
