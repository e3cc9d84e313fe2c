// The record format that the capture agent writes: a sequence of records, each starting with a
// RecordHeader. The bytes are the same in the shared ring, in capture files and in tests.
//
// - A record's size is a multiple of 8 bytes; fields are little endian and naturally aligned.
// - Times are CLOCK_REALTIME in ns, as CUPTI reports them on Linux. Every record carries its own
//   time, so a lost record does not affect others.
// - A channel is written by one thread at a time and read in order. Numbers of strings, code
//   objects, stacks and ranges are local to the channel, start at 1 and are defined before they are
//   used; ChannelOpen resets them all. 0 is "none".
// - New fields are only added at the end of a record; new records get new types. A reader takes the
//   fields that fit into a record's length, 0 for the others, and skips unknown types, which the
//   load report lists.
#pragma once

#include "capture/wire/capture_records.h"
#include "capture/wire/gpu_records.h"
#include "capture/wire/record_header.h"
#include "capture/wire/sample_records.h"
#include "capture/wire/thread_records.h"
