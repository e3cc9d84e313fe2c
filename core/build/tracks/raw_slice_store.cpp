#include "core/build/tracks/raw_slice_store.h"

namespace lanescope {

bool RawSliceStore::add_block(std::uint32_t worker, RawSlice*& rows, RawRef& first) {
  Column<RawSlice> block(kBlockRows);
  rows = &block[0];
  const std::lock_guard lock(mutex_);
  if (blocks_.size() + 1 >= (std::size_t{1} << (32 - kBlockBits))) return false;
  first = static_cast<RawRef>(blocks_.size() << kBlockBits);
  blocks_.push_back({std::move(block), worker});
  return true;
}

RawRef RawSliceWriter::append(const RawSlice& slice, RawBatch& batch) {
  if (next_ == block_end_) {
    RawRef first = 0;
    if (!store_->add_block(worker_, rows_, first)) return kNoRef;
    next_ = first;
    block_end_ = first + RawSliceStore::kBlockRows;
  }
  const RawRef ref = next_++;
  rows_[ref & (RawSliceStore::kBlockRows - 1)] = slice;
  if (!batch.slices.empty() && batch.slices.back().end == ref) {
    ++batch.slices.back().end;
  } else {
    batch.slices.push_back({ref, ref + 1});
  }
  return ref;
}

}  // namespace lanescope
