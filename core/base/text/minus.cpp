#include "core/base/text/minus.h"

namespace lanescope {

std::string with_minus(std::string_view number) {
  std::string text;
  text.reserve(number.size());
  for (const char c : number) {
    if (c == '-') {
      text += kMinus;
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace lanescope
