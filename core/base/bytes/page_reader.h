// Reads pieces of the files that the page was given. Browsers let only a worker read synchronously,
// and it learns of files only while it runs no code of ours: so with threads, some of them read for
// all others. Only in the page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lanescope {

/// Each read costs a browser some milliseconds, whatever its size: in Chromium 156, pieces of 2 MB
/// take twice as long as larger ones.
inline constexpr std::size_t kPagePieceBytes = std::size_t{8} << 20U;

/// Once, before the first file. Main thread.
void start_page_readers();

/// See ByteSource::reads_beside_work().
unsigned page_reads_beside_work();

/// Reads into `out` from the file that the page has numbered `id`. Returns the bytes read, or -1 if
/// the browser cannot read the file any more. Any thread. Blocks on the browser.
double read_page_file(int id, std::uint64_t offset, std::span<char> out);

}  // namespace lanescope
