// What a chart beside a table shows, made together with the table.
#pragma once

namespace lanescope {

/// The chart knows which one it is.
struct TablePicture {
  TablePicture() = default;
  TablePicture(const TablePicture&) = default;
  TablePicture(TablePicture&&) = default;
  TablePicture& operator=(const TablePicture&) = default;
  TablePicture& operator=(TablePicture&&) = default;
  virtual ~TablePicture() = default;
};

}  // namespace lanescope
