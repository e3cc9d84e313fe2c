#pragma once

namespace lanescope {
// struct Row { in words is none
struct Row {
  const char* text = "struct Row {";
};
}  // namespace lanescope
