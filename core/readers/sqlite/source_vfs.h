// Lets SQLite read a database from a ByteSource: no locks, no journal, no other file beside it.
// What is compressed or in memory is read like a file, and a file that was opened once is not
// opened again by its name, which may mean another one by now.
#pragma once

#include <cstdint>
#include <memory>
#include <sqlite3.h>
#include <string>

#include "core/base/bytes/byte_source.h"
#include "core/readers/sqlite/lost_schema.h"

namespace lanescope {

/// Registered with SQLite under its own name while it lives.
class SourceVfs {
 public:
  /// A database of `bytes`, of which `source` may lack the end: pages of zeros, which fail SQLite's
  /// checks, except for those that `stand_ins` has.
  SourceVfs(std::shared_ptr<ByteSource> source, std::uint64_t bytes, StandInPages stand_ins);
  ~SourceVfs();
  SourceVfs(const SourceVfs&) = delete;
  SourceVfs& operator=(const SourceVfs&) = delete;

  [[nodiscard]] const char* name() const { return name_.c_str(); }

  /// For the functions that SQLite calls.
  [[nodiscard]] ByteSource& source() const { return *source_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] const StandInPages& stand_ins() const { return stand_ins_; }

 private:
  std::shared_ptr<ByteSource> source_;
  std::uint64_t bytes_;
  StandInPages stand_ins_;
  std::string name_;
  sqlite3_vfs vfs_;
};

}  // namespace lanescope
