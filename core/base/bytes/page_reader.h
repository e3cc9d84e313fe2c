// Reads pieces of the files that the page was given. Browsers let only a worker read synchronously,
// and it learns of files only while it runs no code of ours: so with threads, one of them reads for
// all others. Only in the page.
#pragma once

#include <cstdint>
#include <span>

namespace lanescope {

/// Once, before the first file. Main thread.
void start_page_reader();

/// Reads into `out` from the file that the page has numbered `id`. Returns the bytes read, or -1 if
/// the browser cannot read the file any more. Any thread. Blocks on the browser.
double read_page_file(int id, std::uint64_t offset, std::span<char> out);

}  // namespace lanescope
