// A capture file on a disk that behaves as a test wants.
#include "capture/host/files/chunk_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <string>
#include <unistd.h>
#include <utility>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/capture/capture_chunks.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;
namespace fs = std::filesystem;

namespace {

/// Transfers a few bytes at a time, is interrupted every second time, and fails on demand.
class OddDisk final : public Disk {
 public:
  int open(const char* path, int flags, mode_t rights) override {
    return open_fails == 0 ? Disk::open(path, flags, rights) : (errno = open_fails, -1);
  }
  ssize_t write_at(int file, std::span<const std::byte> bytes, std::uint64_t at) override {
    if (interrupts_ = interrupts && !interrupts_; interrupts_) return errno = EINTR, -1;
    if (room < bytes.size() && room == 0) return write_fails == 0 ? 0 : (errno = write_fails, -1);
    const std::size_t some = std::min({bytes.size(), most, room});
    room -= some;
    return Disk::write_at(file, bytes.first(some), at);
  }
  ssize_t read_at(int file, std::span<std::byte> bytes, std::uint64_t at) override {
    if (interrupts_ = interrupts && !interrupts_; interrupts_) return errno = EINTR, -1;
    if (read_fails != 0) return errno = read_fails, -1;
    return Disk::read_at(file, bytes.first(std::min(bytes.size(), most)), at);
  }
  int lock(int file) override {
    return lock_fails == 0 ? Disk::lock(file) : (errno = lock_fails, -1);
  }
  int truncate(int file, std::uint64_t bytes) override {
    if (truncate_fails != 0) return errno = truncate_fails, -1;
    struct stat before {};
    ::fstat(file, &before);
    if (room != kAll) room += static_cast<std::uint64_t>(before.st_size) - bytes;
    return Disk::truncate(file, bytes);
  }
  int sync(int) override { return sync_fails == 0 ? 0 : (errno = sync_fails, -1); }
  int free_front(int, std::uint64_t bytes) override {
    if (!frees) return errno = EOPNOTSUPP, -1;
    room += bytes - std::exchange(freed, bytes);
    return 0;
  }

  static constexpr std::size_t kAll = SIZE_MAX;
  std::size_t most = kAll, room = kAll;
  bool interrupts = false, frees = true;
  std::uint64_t freed = 0;
  int open_fails = 0, write_fails = 0, read_fails = 0, lock_fails = 0, truncate_fails = 0,
      sync_fails = 0;

 private:
  bool interrupts_ = false;
};

std::string why_not(const Result<ChunkFile>& file) {
  return file.ok() ? "" : file.error().message;
}

/// A new file with its header.
struct Begun {
  explicit Begun(const std::string& name = "run.lanes")
      : file(std::move(ChunkFile::create(folder.path() + "/" + name, 0640, disk)).value()) {
    wire::FileHeader header{};
    std::ranges::copy(wire::kFileMagic, header.magic);
    header.major = wire::kFileMajor;
    REQUIRE(file.append_header(header));
  }
  bool append(const std::string& text) {
    return file.append({wire::ChunkKind::Caps, 2, 3, 4, std::as_bytes(std::span(text))});
  }
  [[nodiscard]] std::string bytes() const { return content_of_file(file.path()); }

  TempFolder folder;
  OddDisk disk;
  ChunkFile file;
};

}  // namespace

TEST_CASE("a chunk is whole however little the disk takes at a time, padded to a word") {
  Begun begun;
  begun.disk.most = 5;
  begun.disk.interrupts = true;
  for (std::size_t size = 0; size < 20; ++size) REQUIRE(begun.append(std::string(size, 'x')));
  const CaptureChunks chunks = take_apart(begun.bytes());
  CHECK(chunks.rest == 0);
  REQUIRE(chunks.all.size() == 20);
  for (std::size_t size = 0; size < 20; ++size) {
    CHECK(chunks.all[size].payload == std::string(size, 'x'));
    CHECK(chunks.all[size].header.process == 2);
    CHECK(chunks.all[size].header.channel == 3);
    CHECK(chunks.all[size].header.time_ns == 4);
  }
  CHECK(begun.file.bytes() == begun.bytes().size());
  CHECK(begun.bytes().size() % 8 == 0);
  std::string back(begun.bytes().size() - 8, '\0');
  REQUIRE(begun.file.read_at(8, std::as_writable_bytes(std::span(back))));
  CHECK(back == begun.bytes().substr(8));
  // There is nothing beyond its end.
  CHECK_FALSE(begun.file.read_at(16, std::as_writable_bytes(std::span(back))));
  CHECK(begun.file.error() == EIO);
  begun.disk.read_fails = ENXIO;
  CHECK_FALSE(begun.file.read_at(8, std::as_writable_bytes(std::span(back))));
  CHECK(begun.file.error() == ENXIO);
}

TEST_CASE(
    "a chunk that the disk does not take whole is taken back, and the next one has its place") {
  Begun begun;
  REQUIRE(begun.append("first"));
  const std::string before = begun.bytes();
  for (const int reason : {0, EDQUOT}) {
    begun.disk.room = 20;
    begun.disk.write_fails = reason;
    CHECK_FALSE(begun.append("second"));
    CHECK(begun.file.error() == (reason == 0 ? ENOSPC : reason));
    CHECK(begun.bytes() == before);
    CHECK(begun.file.bytes() == before.size());
  }
  begun.disk.room = OddDisk::kAll;
  REQUIRE(begun.append("third"));
  CHECK(take_apart(begun.bytes()).texts(wire::ChunkKind::Caps) ==
        std::vector<std::string>{"first", "third"});
  begun.disk.truncate_fails = EPERM;
  CHECK_FALSE(begun.file.rewind(0));
  CHECK(begun.file.error() == EPERM);
}

TEST_CASE("what cannot be made says why, and what to do about it") {
  const TempFolder folder;
  OddDisk disk;
  const auto why = [&](int reason) {
    disk.open_fails = reason;
    return why_not(ChunkFile::create(folder.path() + "/run.lanes", 0600, disk));
  };
  for (const int reason : {EACCES, EPERM, EROFS, ENOENT, ENOTDIR}) {
    CHECK(why(reason).starts_with("cannot be written: "));
    CHECK(why(reason).ends_with("; choose another folder with -o"));
  }
  for (const int reason : {ENOSPC, EDQUOT})
    CHECK(why(reason).ends_with("; free up space or choose another location"));
  CHECK(why(EIO) == "cannot be written: Input/output error");
}

TEST_CASE("a name that is taken is refused, but for an empty file that nobody writes to") {
  const TempFolder folder;
  OddDisk disk;
  const std::string path = folder.write("run.lanes", "something");
  const std::string taken = "already exists; choose another name, or replace it with --force";
  CHECK(why_not(ChunkFile::create(path, 0600, disk)) == taken);
  CHECK(content_of_file(path) == "something");
  folder.write("run.lanes", "");
  {
    auto first = ChunkFile::create(path, 0600, disk);
    REQUIRE(first.ok());
    CHECK_FALSE(first.value().is_new());
    CHECK(why_not(ChunkFile::create(path, 0600, disk)) ==
          "is being written by another recorder; choose another name");
  }
  disk.lock_fails = ENOLCK;
  CHECK(why_not(ChunkFile::create(path, 0600, disk)).starts_with("cannot be locked on this file"));
  // A newly created file is not shared with any other process.
  auto fresh = ChunkFile::create(folder.path() + "/fresh.lanes", 0600, disk);
  REQUIRE(fresh.ok());
  CHECK(fresh.value().is_new());
  disk.lock_fails = EWOULDBLOCK;
  int reason = 0;
  CHECK_FALSE(ChunkFile::create_new(folder.path() + "/quick.lanes", 0600, disk, reason));
  CHECK(reason == EEXIST);
  disk.lock_fails = 0;
  REQUIRE(::mkfifo((folder.path() + "/pipe").c_str(), 0600) == 0);
  CHECK(why_not(ChunkFile::create(folder.path() + "/pipe", 0600, disk)) ==
        "is not a regular file; choose another name");
  CHECK(why_not(ChunkFile::create(folder.path(), 0600, disk)) == "is a folder; name a file in it");
}

TEST_CASE("a recording that is there is opened, whatever else is there is not") {
  const TempFolder folder;
  OddDisk disk;
  const auto open = [&](const std::string& bytes) {
    return ChunkFile::open_old(folder.write("run.lanes", bytes), 0600, disk);
  };
  const std::string file_magic(wire::kFileMagic, sizeof wire::kFileMagic);
  std::string chunk_magic(8, '\0');
  std::memcpy(chunk_magic.data(), &wire::kChunkMagic, sizeof wire::kChunkMagic);
  for (const std::string& bytes : {std::string(), file_magic, file_magic + "more", chunk_magic}) {
    auto opened = open(bytes);
    REQUIRE(opened.ok());
    CHECK_FALSE(opened.value().is_new());
    CHECK(content_of_file(folder.path() + "/run.lanes") == bytes);
  }
  for (const std::string& bytes :
       {std::string("#!/bin/sh"), std::string("x"), file_magic.substr(0, 7), chunk_magic.substr(1)})
    CHECK(why_not(open(bytes)) == "already exists and is not a recording; choose another name");
  disk.read_fails = EIO;
  CHECK(why_not(open(file_magic)).find("is not a recording") != std::string::npos);
  disk.read_fails = 0;
  CHECK(why_not(ChunkFile::open_old(folder.path(), 0600, disk)) ==
        "is not a regular file; choose another name");
  auto made = ChunkFile::open_old(folder.path() + "/new.lanes", 0600, disk);
  REQUIRE(made.ok());
  CHECK(made.value().is_new());
  disk.open_fails = EACCES;
  CHECK(why_not(open(file_magic)).find("Permission denied; choose another folder") !=
        std::string::npos);
}

TEST_CASE("a file that is cleared is empty, and has the rights of a new one") {
  const TempFolder folder;
  OddDisk disk;
  const std::string path =
      folder.write("run.lanes", std::string(wire::kFileMagic, sizeof wire::kFileMagic));
  fs::permissions(path, fs::perms(0666));
  auto opened = ChunkFile::open_old(path, 0666, disk);
  REQUIRE(opened.ok());
  const mode_t mask = ::umask(027);
  REQUIRE(opened.value().clear());
  ::umask(mask);
  CHECK(fs::file_size(path) == 0);
  CHECK((fs::status(path).permissions() & fs::perms::mask) == fs::perms(0640));
  CHECK(opened.value().bytes() == 0);
  disk.truncate_fails = EIO;
  CHECK_FALSE(opened.value().clear());
}

TEST_CASE("one file is moved behind another, also where there is room for a piece of it only") {
  const std::string text(3U << 20, 'x');
  for (const std::size_t room : {OddDisk::kAll, std::size_t{64} << 10}) {
    CAPTURE(room);
    Begun begun;
    OddDisk other_disk;
    auto other =
        std::move(ChunkFile::create(begun.folder.path() + "/part", 0600, other_disk)).value();
    REQUIRE(other.append({wire::ChunkKind::Caps, 0, 0, 0, std::as_bytes(std::span(text))}));
    const std::string whole = content_of_file(other.path());
    const std::string before = begun.bytes();
    begun.disk.room = room;
    // The start of the other file is freed, on the same disk.
    begun.disk.write_fails = ENOSPC;
    CHECK(begun.file.move_all_of(other));
    CHECK(begun.bytes() == before + whole);
    CHECK(begun.file.bytes() == before.size() + whole.size());
  }
  // Nothing can be freed, and there is no room for even the smallest piece.
  Begun begun;
  OddDisk other_disk;
  auto other =
      std::move(ChunkFile::create(begun.folder.path() + "/part", 0600, other_disk)).value();
  REQUIRE(other.append({wire::ChunkKind::Caps, 0, 0, 0, std::as_bytes(std::span(text))}));
  begun.disk.frees = false;
  begun.disk.room = 10'000;
  begun.disk.write_fails = ENOSPC;
  const std::string before = begun.bytes();
  CHECK_FALSE(begun.file.move_all_of(other));
  CHECK(begun.file.error() == ENOSPC);
  CHECK(begun.bytes() == before);
  // Room on the disk does not help where the file itself may not grow.
  begun.disk.frees = true;
  begun.disk.write_fails = EFBIG;
  CHECK_FALSE(begun.file.move_all_of(other));
  CHECK(begun.file.error() == EFBIG);
  CHECK(begun.disk.freed == 0);
  CHECK(begun.bytes() == before);
  other_disk.read_fails = EIO;
  CHECK_FALSE(begun.file.move_all_of(other));
  CHECK(begun.file.error() == EIO);
}

TEST_CASE("a file that was removed is put back under its name, if that is free") {
  Begun begun;
  REQUIRE(begun.append("kept"));
  const std::string bytes = begun.bytes();
  CHECK(begun.file.is_in_place());
  fs::remove(begun.file.path());
  CHECK_FALSE(begun.file.is_in_place());
  begun.folder.write("run.lanes", "another's");
  CHECK_FALSE(begun.file.is_in_place());
  CHECK_FALSE(begun.file.put_back());
  CHECK(begun.file.error() == EEXIST);
  fs::remove(begun.file.path());
  begun.disk.room = 30;
  CHECK_FALSE(begun.file.put_back());
  CHECK(begun.file.error() == ENOSPC);
  CHECK_FALSE(fs::exists(begun.file.path()));
  begun.disk.room = OddDisk::kAll;
  begun.disk.read_fails = EIO;
  CHECK_FALSE(begun.file.put_back());
  CHECK(begun.file.error() == EIO);
  begun.disk.read_fails = 0;
  CHECK(begun.file.put_back());
  CHECK(begun.bytes() == bytes);
  CHECK(begun.file.is_in_place());
  REQUIRE(begun.append("and more"));
  CHECK(take_apart(begun.bytes()).all.size() == 2);
}

TEST_CASE("a file is renamed to a free name, and synced as far as its disk knows that") {
  Begun begun;
  const std::string taken = begun.folder.write("taken", ""), to = begun.folder.path() + "/new";
  CHECK_FALSE(begun.file.rename(taken));
  CHECK(begun.file.error() == EEXIST);
  CHECK(begun.file.rename(to));
  CHECK(begun.file.path() == to);
  CHECK(begun.file.is_in_place());
  CHECK(begun.file.sync());
  begun.disk.sync_fails = EINVAL;
  CHECK(begun.file.sync());
  begun.disk.sync_fails = EIO;
  CHECK_FALSE(begun.file.sync());
  CHECK(begun.file.error() == EIO);
  begun.file.remove();
  CHECK_FALSE(fs::exists(to));
}
