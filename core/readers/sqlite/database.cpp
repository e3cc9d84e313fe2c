#include "core/readers/sqlite/database.h"

#include <algorithm>
#include <array>
#include <sqlite3.h>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/sentences/one_line.h"
#include "core/readers/sqlite/rows.h"
#include "core/readers/sqlite/side_files.h"
#include "core/readers/sqlite/source_vfs.h"
#include "core/readers/sqlite/unpacked_source.h"

namespace lanescope {
namespace {

constexpr int kStepsPerCall = 1000;
constexpr std::size_t kMostDamageBytes = 200;
/// More than a merged profile of 500 processes has. SQLite's own time for a schema grows with the
/// square of its tables.
constexpr std::uint64_t kMostTables = 30'000, kStepsPerTable = 8;

/// A scan takes a few steps per column, and a value at least a byte. A damaged file whose pages
/// refer to each other in circles would be read for ever.
std::uint64_t enough_steps(std::uint64_t bytes) {
  constexpr std::uint64_t kStepsPerByte = 64, kLeast = 50'000'000;
  return (bytes * kStepsPerByte + kLeast) / kStepsPerCall;
}

std::uint64_t bytes_in_header(ByteSource& source) {
  std::array<char, kSqliteHeaderBytes> bytes{};
  const auto got = source.read_at(0, bytes);
  return got.ok() ? sqlite_bytes_in_header({bytes.data(), got.value()}) : 0;
}

/// "file:/tmp/a%3fb?mode=ro".
std::string read_only_uri(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    if (c == '%' || c == '?' || c == '#')
      uri += fmt::format("%{:02x}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      uri += c;
  }
  return uri + "?mode=ro";
}

bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower_case, lower_case);
}

std::string quoted(std::string_view text, char mark) {
  std::string out(1, mark);
  for (const char c : text) {
    if (c == mark) out += mark;
    out += c;
  }
  return out + mark;
}

}  // namespace

std::string quoted_name(std::string_view name) {
  return quoted(name, '"');
}

std::string quoted_text(std::string_view text) {
  return quoted(text, '\'');
}

bool SqliteTable::has(std::string_view column) const {
  return std::ranges::any_of(columns,
                             [&](const std::string& own) { return same_name(own, column); });
}

SqliteDatabase::SqliteDatabase(LoadProgress* progress, std::uint64_t bytes)
    : progress_(progress), bytes_(bytes), steps_left_(enough_steps(bytes)) {}

SqliteDatabase::~SqliteDatabase() {
  sqlite3_close_v2(handle_);
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::open(std::shared_ptr<ByteSource> source,
                                                             const std::string& path,
                                                             LoadProgress* progress) {
  auto unpacked = unpacked_source(std::move(source), progress);
  if (!unpacked.ok()) return unpacked.error();
  source = std::move(unpacked).value();
  LANESCOPE_CHECK(source->random_access_size().has_value(), "bytes in any order of {}", path);
  std::unique_ptr<SqliteDatabase> database(
      new SqliteDatabase(progress, source->random_access_size().value_or(0)));
  database->unfinished_write_ = has_hot_journal(path);
  const bool has_any = has_log(path), is_linked = has_any && has_linked_log(path);
  const bool with_log = has_any && !is_linked;
  if (is_linked)
    database->unread_log_ =
        "the write-ahead log beside the file is a link to another folder, which is not followed";
  if (with_log) database->unread_log_ = unused_log(path);
  if (with_log && database->connect_with_log(path)) return database;
  if (with_log)
    database->unread_log_ =
        "the write-ahead log beside the file could not be read: close the program that writes it";
  if (database->connect_to(std::move(source))) return database;
  return database->refusal();
}

Error SqliteDatabase::refusal() const {
  if (has_too_many_) {
    return {Error::Kind::Unsupported,
            fmt::format("is an SQLite database of more than {} tables, which is no profile",
                        kMostTables)};
  }
  if (!cut_off_.empty())
    return {Error::Kind::WrongFormat,
            fmt::format("is an SQLite database without its end ({}): copy it again", cut_off_)};
  const bool is_other = damage_ == sqlite3_errstr(SQLITE_NOTADB);
  return {Error::Kind::WrongFormat, fmt::format("is a damaged{} SQLite database ({})",
                                                is_other ? " or encrypted" : "", damage_)};
}

int SqliteDatabase::connect(const char* name, int flags, const char* vfs) {
  sqlite3_close_v2(handle_);
  handle_ = nullptr;
  tables_.clear();
  lists_ = true;
  steps_left_ = kMostTables * kStepsPerTable / kStepsPerCall;
  const int code =
      sqlite3_open_v2(name, &handle_, flags | SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, vfs);
  if (code == SQLITE_OK) restrict();
  return code;
}

/// SQLite would leave a new file "-shm" beside a database that no program has open, even if it only
/// reads. It needs none where it locks others out; and it need not lock what nobody has open.
bool SqliteDatabase::connect_with_log(const std::string& path) {
  const bool is_open_elsewhere = has_index_of_log(path);
  if (connect(read_only_uri(path).c_str(), SQLITE_OPEN_URI,
              is_open_elsewhere ? nullptr : "unix-none") != SQLITE_OK)
    return false;
  // Closing it must not write the log into the database, nor delete the log.
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  if (!is_open_elsewhere)
    sqlite3_exec(handle_, "PRAGMA locking_mode=EXCLUSIVE", nullptr, nullptr, nullptr);
  const bool listed = list_tables();
  if (!listed) {
    damage_.clear();
    damaged_places_.clear();
  }
  return listed;
}

bool SqliteDatabase::connect_to(std::shared_ptr<ByteSource> source) {
  const std::uint64_t whole = bytes_in_header(*source);
  if (whole > bytes_) cut_off_ = fmt::format("the file has {} of {} bytes", bytes_, whole);
  StandInPages stand_ins;
  if (!cut_off_.empty()) stand_ins = stand_ins_for_lost_schema(*source, bytes_);
  lost_tables_ = !stand_ins.empty();
  if (lost_tables_) cut_off_ += ", and its list of tables is incomplete";
  vfs_ =
      std::make_unique<SourceVfs>(std::move(source), std::max(whole, bytes_), std::move(stand_ins));
  const int code = connect("database", 0, vfs_->name());
  // Where no table is known, nothing of it can be shown.
  if (code == SQLITE_OK) return list_tables() && (!lost_tables_ || !tables_.empty());
  note_damage(sqlite3_errstr(code));
  return false;
}

void SqliteDatabase::restrict() {
  // Indexes and triggers may be listed whose table is not; only so does SQLite pass them over.
  // There is nothing to write to in any case.
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, lost_tables_ ? 0 : 1, nullptr);
  if (lost_tables_) sqlite3_db_config(handle_, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
  // Even to list the columns of a virtual table, SQLite would run its module.
  sqlite3_drop_modules(handle_, nullptr);
  struct Limit {
    int what, most;
  };
  // All of a schema must be parsed, also what is not read: merged files of AMD's profilers have
  // views of as many SELECTs as processes.
  constexpr std::array kLimits = {
      Limit{SQLITE_LIMIT_LENGTH, 64 << 20},     Limit{SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
      Limit{SQLITE_LIMIT_COLUMN, 2000},         Limit{SQLITE_LIMIT_EXPR_DEPTH, 50},
      Limit{SQLITE_LIMIT_COMPOUND_SELECT, 500}, Limit{SQLITE_LIMIT_VDBE_OP, 250'000},
      Limit{SQLITE_LIMIT_ATTACHED, 0},          Limit{SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100},
      Limit{SQLITE_LIMIT_VARIABLE_NUMBER, 100}, Limit{SQLITE_LIMIT_TRIGGER_DEPTH, 1},
      Limit{SQLITE_LIMIT_WORKER_THREADS, 0},
  };
  for (const Limit& limit : kLimits) sqlite3_limit(handle_, limit.what, limit.most);
  sqlite3_progress_handler(handle_, kStepsPerCall, asked_to_stop, this);
  // Checks of pages that a damaged file fails; and what is sorted is sorted in memory.
  for (const char* setting :
       {"PRAGMA cell_size_check=ON", "PRAGMA temp_store=MEMORY", "PRAGMA query_only=ON"})
    sqlite3_exec(handle_, setting, nullptr, nullptr, nullptr);
}

int SqliteDatabase::asked_to_stop(void* database) {
  auto& self = *static_cast<SqliteDatabase*>(database);
  if (self.cancelled()) return 1;
  if (self.steps_left_ > 0) {
    --self.steps_left_;
    return 0;
  }
  self.has_too_many_ |= self.lists_;
  self.note_damage("reading it takes too long for its size");
  return 1;
}

void SqliteDatabase::renew_work() {
  steps_left_ = enough_steps(bytes_);
}

/// SQLite keeps a page that failed its checks, and does not check it again: the next statement
/// would read cells that end beyond the page, and take whatever lies there in memory for rows.
void SqliteDatabase::forget_pages() {
  sqlite3_db_release_memory(handle_);
}

void SqliteDatabase::note_failure(std::string_view where) {
  const std::string_view place = where.empty() ? sqlite3_errmsg(handle_) : where;
  damaged_places_.emplace(place);
  note_damage(place);
  forget_pages();
}

/// SQLite's messages quote names of the schema.
void SqliteDatabase::note_damage(std::string_view message) {
  if (damage_.empty()) damage_ = one_line(message, kMostDamageBytes);
}

/// False if the list cannot be read.
bool SqliteDatabase::list_tables() {
  // Not "PRAGMA table_list", which resolves all views. A virtual table has no page, unless the file
  // was made to say that it has one.
  SqliteRows rows(*this,
                  "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND rootpage > 0"
                  " AND ifnull(sql, '') NOT LIKE 'CREATE VIRTUAL %'",
                  SqliteRows::Sql{});
  lists_ = false;  // the schema was parsed by now
  renew_work();
  while (rows.next()) {
    if (rows.text(0).starts_with("sqlite_")) continue;
    tables_.emplace_back().name = rows.text(0);
  }
  if (!damage_.empty()) return false;
  std::ranges::sort(tables_, {}, &SqliteTable::name);
  for (SqliteTable& table : tables_) list_columns(table);
  return damage_.empty();
}

void SqliteDatabase::list_columns(SqliteTable& table) {
  LANESCOPE_CHECK(table.columns.empty(), "columns that are not listed yet of {}", table.name);
  // Leaves generated columns out, unlike table_xinfo.
  SqliteRows rows(*this, fmt::format("PRAGMA main.table_info({})", quoted_name(table.name)),
                  SqliteRows::Sql{});
  constexpr int kName = 1, kType = 2, kPrimaryKey = 5;
  int keys = 0;
  while (rows.next()) {
    table.columns.emplace_back(rows.text(kName));
    if (rows.integer_or(kPrimaryKey, 0) == 0) continue;
    ++keys;
    table.row_id_column =
        keys == 1 && same_name(rows.text(kType), "INTEGER") ? table.columns.back() : "";
  }
}

const SqliteTable* SqliteDatabase::find_table(std::string_view name) const {
  if (const auto part = parts_.find(name); part != parts_.end()) return &part->second;
  const auto exact = std::ranges::lower_bound(tables_, name, {}, &SqliteTable::name);
  if (exact != tables_.end() && exact->name == name) return &*exact;
  const auto at = std::ranges::find_if(
      tables_, [&](const SqliteTable& table) { return same_name(table.name, name); });
  return at == tables_.end() ? nullptr : &*at;
}

}  // namespace lanescope
