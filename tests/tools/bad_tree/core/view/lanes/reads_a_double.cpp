// Reads what not every C++ library can.
#include <charconv>

double share_of(const char* first, const char* last) {
  double share = 0;
  std::from_chars(first, last, share);
  return share;
}
