#include "core/base/bytes/page_reader.h"

// See app/web/library.js.
extern "C" {
void lanescope_listen_for_files();
double lanescope_read_slice(int id, double offset, char* out, double size);
}

namespace lanescope {

void start_page_readers() {
  lanescope_listen_for_files();
}

unsigned page_reads_beside_work() {
  return 0;
}

double read_page_file(int id, std::uint64_t offset, std::span<char> out) {
  return lanescope_read_slice(id, static_cast<double>(offset), out.data(),
                              static_cast<double>(out.size()));
}

}  // namespace lanescope
