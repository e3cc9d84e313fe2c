// What is at stake when the program ends.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

/// A sentence for each thing that ends, or that goes on without us.
struct QuitStakes {
  std::vector<std::string> sentences;
  int programs = 0;  // that run on unless they are ended

  [[nodiscard]] bool empty() const { return sentences.empty(); }
};

/// What must be said when the window is gone: of which file what.
struct Parting {
  std::string file, text;
};

}  // namespace lanescope
