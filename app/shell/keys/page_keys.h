// The keys that browsers keep for themselves: a page neither gets them nor can prevent what they
// do, so commands have others there.
#pragma once

#include "app/shell/keys/chord.h"

namespace lanescope {

/// Whether a browser acts on it before the page does, or the page leaves it to the browser.
bool browsers_keep(const Chord& chord);
/// What a page uses where other systems use `chord`: mostly the same; empty if browsers keep it and
/// nothing replaces it.
Chord page_chord(const Chord& chord);

}  // namespace lanescope
