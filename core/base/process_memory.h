// How the whole process allocates and returns memory. Called by the program and its window: a
// library does not change its user's allocator.
#pragma once

#include <cstdint>
#include <optional>

namespace lanescope {

/// From now on, memory that one thread allocates and another frees is returned to the system at
/// once. The rows that workers fill are freed like that; otherwise they would remain in the
/// worker's arena, which is a quarter of the peak memory of a load. Call before the first thread
/// starts. A program that links program_allocator then also gets blocks from 2 MiB on as
/// allocate_memory() does, on huge pages: rows grow in vectors too.
void map_large_blocks();

/// From now on, threads allocate from what other threads have freed, instead of each from a heap of
/// its own. For few and large allocations: threads wait for each other. Call before the first
/// thread starts.
void share_freed_memory();

/// From now on, memory that is freed remains in the process for what is allocated next: analyses
/// grow and free tables by the hundred, and new pages for each of them are a fifth of the time of a
/// report, which then needs a fifth more memory. Call after the loads, which need the contrary. Any
/// thread.
void keep_freed_memory();

/// From now on, one heap on huge pages keeps all that is freed until the program ends, and nothing
/// is returned: what a load frees is what its analyses allocate. New pages cost a tenth of
/// the time of a summary, which needs 4 to 8 % more memory like this, and a fifth more for several
/// traces one after the other. For commands, not for the window. Call before the first thread
/// starts.
void keep_all_in_one_heap();

/// Whether blocks are to be on huge pages: after map_large_blocks(), until
/// keep_freed_memory() or keep_all_in_one_heap(), whose heap their alignment would leave full of
/// holes. Any thread.
bool wants_huge_pages();

/// Returns freed pages to the system, but not after keep_all_in_one_heap(). Cost: a walk over the
/// heap. Any thread.
void return_freed_memory();

/// What the process holds in memory; 0 when the system does not say. Cost: some 10 µs, and no
/// memory. Any thread.
std::int64_t resident_bytes();

/// What may still be allocated before the system has to swap or to refuse; nothing when the system
/// does not say. Any thread.
std::optional<std::int64_t> available_bytes();

/// The most that it has held so far. Any thread.
std::int64_t peak_resident_bytes();

}  // namespace lanescope
