#include "core/base/text/decimal.h"

namespace lanescope {

std::from_chars_result read_decimal(const char* first, const char* last, double& value,
                                    std::chars_format form) {
  return read_decimal_by_strtod(first, last, value, form);
}

}  // namespace lanescope
