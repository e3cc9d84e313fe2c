// SqliteDatabase: an SQLite database of unknown origin, opened only to be read. Nothing that it
// brings along is run: no views, triggers, virtual tables or generated columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/sqlite/header.h"

struct sqlite3;

namespace lanescope {

class SourceVfs;

/// A real table, with its columns in their order in the file.
struct SqliteTable {
  std::string name;
  std::vector<std::string> columns;
  /// The column that is another name of the row id; may be empty.
  std::string row_id_column;
  /// Of a part: the table that has its rows, and which ones those are, in SQL; may be empty.
  std::string part_of, condition;
  /// Of a part: its rows are numbered by this column, which need not be the row id; may be empty.
  std::string number_column;

  /// Names are compared as SQLite does, without regard to case.
  [[nodiscard]] bool has(std::string_view column) const;
};

/// One thread at a time.
class SqliteDatabase {
 public:
  /// `source` is decoded; if compressed, it is unpacked, see unpacked_source(). `path` may name the
  /// file of `source`, to find the write-ahead log or the rollback journal of a program that has
  /// not closed it; may be empty. `progress` (may be null) is asked whether to stop. Errors:
  /// WrongFormat if it is no database or too damaged to list its tables, Unsupported for far too
  /// many tables; those of unpacked_source().
  static Result<std::unique_ptr<SqliteDatabase>> open(std::shared_ptr<ByteSource> source,
                                                      const std::string& path,
                                                      LoadProgress* progress);
  ~SqliteDatabase();
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  /// Sorted by name.
  [[nodiscard]] const std::vector<SqliteTable>& tables() const { return tables_; }
  /// Null if there is none of that name.
  [[nodiscard]] const SqliteTable* find_table(std::string_view name) const;
  /// From now on this table or part is found by its name; `part` is not in the list of tables.
  void add_part(SqliteTable part) { parts_.insert_or_assign(part.name, std::move(part)); }

  /// One line about why rows are missing: the file is damaged, or reading it takes more work than a
  /// database of this size can need. Empty if nothing is wrong. Of several places, the first.
  [[nodiscard]] const std::string& damage() const { return damage_; }
  [[nodiscard]] std::uint64_t damaged_places() const { return damaged_places_.size(); }
  /// One line if the file is shorter than it says; otherwise empty.
  [[nodiscard]] const std::string& cut_off() const { return cut_off_; }
  /// Why nothing of it can be shown, where no table of a known profiler is left of it.
  [[nodiscard]] Error refusal() const;
  /// Whether all rows that were asked for were read.
  [[nodiscard]] bool is_whole() const {
    return damage_.empty() && cut_off_.empty() && !cancelled();
  }
  /// Whether it has its end, and rows before that are missing.
  [[nodiscard]] bool is_damaged() const {
    return !damage_.empty() && cut_off_.empty() && !cancelled();
  }
  /// One line if a write-ahead log lies beside the file and not all of it could be read; otherwise
  /// empty.
  [[nodiscard]] const std::string& unread_log() const { return unread_log_; }
  /// Whether a rollback journal beside the file says that a transaction was not finished when the
  /// database was opened: the program still writes, or was stopped. What is read is of its middle.
  [[nodiscard]] bool unfinished_write() const { return unfinished_write_; }
  /// Whether the user has stopped the load.
  [[nodiscard]] bool cancelled() const { return progress_ != nullptr && progress_->cancel; }

  // For SqliteRows.
  [[nodiscard]] sqlite3* handle() const { return handle_; }
  /// A statement could not be compiled or run to its end, and has been reset. `where`: which rows
  /// are missing, if that is known.
  void note_failure(std::string_view where = {});
  /// Before another statement, of one that failed.
  void forget_pages();
  /// What follows may take as much work as a whole pass over the file.
  void renew_work();

 private:
  SqliteDatabase(LoadProgress* progress, std::uint64_t bytes);
  int connect(const char* name, int flags, const char* vfs);
  bool connect_with_log(const std::string& path);
  bool connect_to(std::shared_ptr<ByteSource> source);
  void restrict();
  void note_damage(std::string_view message);
  bool list_tables();
  void list_columns(SqliteTable& table);
  static int asked_to_stop(void* database);

  LoadProgress* progress_;
  std::uint64_t bytes_;
  std::uint64_t steps_left_;  // of SQLite's virtual machine, in thousands
  std::unique_ptr<SourceVfs> vfs_;
  sqlite3* handle_ = nullptr;
  std::vector<SqliteTable> tables_;
  std::map<std::string, SqliteTable, std::less<>> parts_;
  bool lists_ = false, has_too_many_ = false;  // tables
  bool unfinished_write_ = false, lost_tables_ = false;
  std::set<std::string, std::less<>> damaged_places_;  // a table may be read several times
  std::string damage_, cut_off_, unread_log_;
};

/// "\"name\"", for SQL.
std::string quoted_name(std::string_view name);
/// "'text'", for SQL.
std::string quoted_text(std::string_view text);

}  // namespace lanescope
