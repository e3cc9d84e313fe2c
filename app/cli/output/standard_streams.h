// What stdin, stdout and stderr are connected to. One source a system.
#pragma once

namespace lanescope {

/// Call once, before anything else. Occupies standard streams that the caller has closed, makes a
/// file size limit fail the write, and leaves bytes as they are written.
void prepare_standard_streams();

/// If stdout is a file or a pipe, the output belongs there.
bool output_is_kept();

/// Whether the errno of a failed write to stdout means that its reader has read enough.
bool means_reader_left(int reason);

/// Whether stderr is a terminal that supports overwriting a line of so many columns.
bool can_redraw_line(int columns);

}  // namespace lanescope
