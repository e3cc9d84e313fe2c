#pragma once

namespace lanescope {
class Cell;
namespace {
struct Row {};  // nobody else's
}  // namespace
template <typename T>
struct Row {  // another one
  struct Row_of_it {};
};
}  // namespace lanescope
