// What of a file the C++ library does not offer: the system's own calls, behind file descriptors.
// One source a system. Functions that return -1 or false leave the reason in errno. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "core/base/time.h"

namespace lanescope {

struct FileFacts {
  enum class Kind : std::uint8_t { File, Folder, Pipe, Device };
  Kind kind = Kind::Device;
  std::uint64_t bytes = 0;
  std::uint64_t volume = 0, number = 0;  // together the same for all names of one file
  Ns written_ns = 0;                     // only to be compared
};

// Opening. The file is binary, and programs that we start do not inherit it.

/// Does not wait for the writer of a pipe. Folders can be opened too, to be told apart.
int open_to_read(const std::string& path);
/// Each write goes to the end as a whole, whoever else writes. Created if it is not there, for the
/// user alone. Others can rename it meanwhile.
int open_to_append(const std::string& path);
/// Fails with EEXIST if there is one. `rights` as the umask leaves them.
int create_file(const std::string& path, mode_t rights);

// Looking, reading and writing.

std::optional<FileFacts> facts_of(int file);
std::optional<FileFacts> facts_of(const std::string& path);
/// Bytes read, fewer than `out` holds only at the end; -1.
std::int64_t read_at(int file, std::uint64_t offset, std::span<char> out);
/// Of a pipe, what is there: 0 at its end; -1, with EAGAIN if nothing is there yet.
std::int64_t read_some(int file, std::span<char> out);
/// Whether a pipe has bytes, has been closed by its writer, or fails, within that time. Before the
/// first writer opens it, none is the case.
bool wait_for_bytes(int file, int at_most_ms);

/// Any number of bytes; false after the first that could not be written.
bool write_all(int file, std::string_view bytes);
bool close_file(int file);

/// Locks an open file for this process until it is closed; true if another open one has the lock,
/// which is not waited for. False also where files cannot be locked.
bool is_locked_by_other(int file);

// Replacing.

/// Gives `file` the permissions and the owner of `old`, as far as the user may, but no more than
/// `most`, so that nobody loses or gains the right to read it. True if there is no `old`.
bool take_over_rights(int file, const std::string& old, mode_t most);
/// Waits until it is on the disk.
bool write_through(int file);
/// Gives the file `from` the name `to`, in place of the one that has it.
bool rename_over(const std::string& from, const std::string& to);
/// Whether that errno means that the disk, or the user's share of it, is full.
bool means_full_disk(int reason);

// Rights of this user.

/// Whether a file can be changed, or files can be made and replaced in a folder.
bool can_write(const std::string& file_or_folder);
/// Whether the files of a folder can be listed and opened.
bool can_list(const std::string& folder);
/// Whether it is a program that may be started.
bool can_run(const std::string& program);

/// The number of this process, which no other running one has.
std::int64_t process_number();

}  // namespace lanescope
