// Text is UTF-8 with plain line feeds, in consoles as in files.
#include "app/cli/output/standard_streams.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <io.h>
#include <windows.h>

namespace lanescope {
namespace {

UINT code_page_before = 0;

/// The console stays when the program is gone.
void restore_console() {
  ::SetConsoleOutputCP(code_page_before);
}

}  // namespace

void prepare_standard_streams() {
  ::_set_fmode(_O_BINARY);
  for (std::FILE* stream : {stdin, stdout, stderr}) ::_setmode(::_fileno(stream), _O_BINARY);
  code_page_before = ::GetConsoleOutputCP();
  if (::SetConsoleOutputCP(CP_UTF8) != 0) (void)std::atexit(restore_console);
}

bool output_is_kept() {
  const DWORD kind = ::GetFileType(::GetStdHandle(STD_OUTPUT_HANDLE));
  return kind == FILE_TYPE_DISK || kind == FILE_TYPE_PIPE;
}

/// Not every C library of Windows tells a pipe that is being closed from any other.
bool means_reader_left(int reason) {
  const bool pipe = ::GetFileType(::GetStdHandle(STD_OUTPUT_HANDLE)) == FILE_TYPE_PIPE;
  return pipe && (reason == EPIPE || reason == EINVAL);
}

bool can_redraw_line(int columns) {
  const HANDLE console = ::GetStdHandle(STD_ERROR_HANDLE);
  DWORD mode = 0;
  CONSOLE_SCREEN_BUFFER_INFO about{};
  if (::GetConsoleMode(console, &mode) == 0) return false;
  if (::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) == 0) return false;
  return ::GetConsoleScreenBufferInfo(console, &about) != 0 && about.dwSize.X >= columns;
}

}  // namespace lanescope
