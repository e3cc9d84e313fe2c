// The files that SQLite keeps beside a database while a program writes it.
#pragma once

#include <string>

namespace lanescope {

/// `path` of these is the database's; empty: there is no file.

/// A write-ahead log that is not empty: what it holds is newer than the file.
bool has_log(const std::string& path);
/// Whether the log, or its index, is a link that leads elsewhere: SQLite would follow it.
bool has_linked_log(const std::string& path);
/// One line about what of the log SQLite does not use, as it ignores without a word what is behind
/// the last transaction that was finished, and behind the first damage. Empty if nothing is lost.
/// Cost: a pass over the log.
std::string unused_log(const std::string& path);
/// Whether a program has the database open, or did not close it properly.
bool has_index_of_log(const std::string& path);
/// Whether a transaction was begun in the file and not finished: the rollback journal has what
/// undoes it.
bool has_hot_journal(const std::string& path);

}  // namespace lanescope
