// Searches for libcupti when it is not loaded under its usual name.
#pragma once

#include <cstddef>

namespace lanescope::agent {

struct LibraryPath {
  char text[4096];
  bool loaded;  // already loaded in the process, under another name
};

/// Whether a library called "libcupti.so.13" is of a newer major version than the driver, whose
/// version is that of cuDriverGetVersion; false if one of them is unknown. It could not be used,
/// and that of CUDA 13.2 does not even say so where it finds no driver at all: it calls itself
/// without end, so that the program would crash.
bool is_newer_than_driver(const char* library, int driver);

/// Iterates over existing files, most likely first: mapped files called libcupti, folders next to
/// mapped CUDA libraries as pip lays them out, the toolkit.
class CuptiSearch {
 public:
  /// `driver`: from cuDriverGetVersion; libraries of a newer major version are skipped. 0: any.
  explicit CuptiSearch(int driver) : most_major_(driver == 0 ? 99 : driver / 1000) {}

  bool next(LibraryPath& path);

 private:
  bool from_maps(LibraryPath& path);
  bool beside_libraries(LibraryPath& path);
  bool from_toolkit(LibraryPath& path);

  int most_major_;
  int stage_ = 0;
  std::size_t step_ = 0;
};

}  // namespace lanescope::agent
