// What must be known of a font file before its glyphs are drawn.
#pragma once

#include <string>
#include <vector>

namespace lanescope {

class FontFile {
 public:
  /// Of a file that can not be read: no bytes. Cost: reads all of it.
  explicit FontFile(const std::string& path);

  [[nodiscard]] const std::vector<char>& bytes() const { return bytes_; }
  /// All that its table of contents promises is there, and what is needed to draw with it.
  [[nodiscard]] bool whole() const;
  /// Height of a line in ems.
  [[nodiscard]] float line_height_em() const;

 private:
  std::vector<char> bytes_;
};

}  // namespace lanescope
