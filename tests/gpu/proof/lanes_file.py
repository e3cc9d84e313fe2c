"""Reads capture files by the layout in capture/wire alone, so that a recording is judged without
the program's own readers."""

import struct
from collections import namedtuple

RECORDS, PROCESS, CAPS, PROBLEM, LEFT, LOSSES, SESSION, END = range(8)
CHUNK_MAGIC = 0x4B48434C

LANE_OPEN, STRING, CODE, STACK = 1, 2, 3, 4
API_BEGIN, API_END, API_ALIAS = 10, 11, 12
KERNEL, MEMCPY, MEMSET, API = 30, 31, 32, 33
CLOCK, GAP, STATS, CONFLICT = 60, 61, 62, 63
LAUNCH, COPY, SET = 0, 1, 2  # classes of calls
CONFLICT_SUSPECTED, CONFLICT_LOST, CONFLICT_RESUMED = 1, 2, 3
GAP_REASONS = {1: "lane full", 2: "paused", 3: "conflict", 4: "no lane", 5: "CUPTI", 6: "no buffer"}

Call = namedtuple("Call", "time kind correlation stack lane api kernel seen")
Work = namedtuple("Work", "type start end correlation stream name kind bytes seen")
Frame = namedtuple("Frame", "function file first_line instruction")


def fields_of(text):
    """KEY=VALUE lines of a message, as a dictionary."""
    lines = (line.split("=", 1) for line in text.split("\n") if "=" in line)
    return dict((key, value) for key, value in lines)


class Process:
    """What one process of a recording has said."""

    def __init__(self, hello):
        self.hello = fields_of(hello)
        self.caps, self.left, self.losses = {}, {}, {}
        self.problems = []
        self.calls, self.works, self.stats, self.conflicts, self.gaps = [], [], [], [], []
        self.alias = {}
        self.pids = set()  # of the writers of its lanes
        self.counts = {}  # of records, by type
        self._lanes = {}

    @property
    def pid(self):
        return int(self.hello["pid"])

    def launches(self):
        return [call for call in self.calls if call.kind == LAUNCH]

    def kernels(self):
        return [work for work in self.works if work.type == KERNEL]

    def call_of(self):
        """Correlation id -> call, of every call."""
        return {call.correlation: call for call in self.calls}

    def joined(self, works, call_of):
        """Pairs of work and its call; the call is None where there is none."""
        alias = self.alias
        return [(work, call_of.get(alias.get(work.correlation, work.correlation))) for work in works]

    def frames(self, call):
        """The Python frames of a call, innermost first."""
        return self._lanes[call.lane].old_stacks[call.stack]


class Lane:
    def __init__(self):
        self.old_stacks = [[]]  # every stack ever, since numbers are forgotten; 0: none
        self.forget()

    def forget(self):
        self.strings, self.codes, self.stacks = {0: ""}, {}, {}


class Capture:
    """A capture file. `whole` is false where it ends within a chunk; `ended` when it was closed in
    good order. With `types` only records of these types are looked at."""

    def __init__(self, path, types=None):
        self._takers = {key: TAKERS[key] for key in TAKERS if types is None or key in types}
        with open(path, "rb") as file:
            data = file.read()
        if data[:8] != b"LANESCAP":
            raise ValueError(f"{path} is no capture file")
        self.processes, self.session, self.problems = {}, {}, []
        self.ended, self.whole = False, True
        is_old = struct.unpack_from("<I", data, 8)[0] < 2
        at = 32
        while at < len(data):
            if at + 32 > len(data):
                self.whole = False
                break
            if is_old:
                magic, kind, process, lane, size, _crc, time = struct.unpack_from("<6Iq", data, at)
            else:
                magic, kind, lane, process, _number, size, _crc, time = struct.unpack_from("<IHH4Iq", data, at)
            if magic != CHUNK_MAGIC or at + 32 + size > len(data):
                self.whole = False
                break
            self._take(kind, process, lane, memoryview(data)[at + 32 : at + 32 + size], time)
            at += 32 + (size + 7) // 8 * 8

    def _take(self, kind, number, lane, payload, time):
        if kind == RECORDS:
            take_records(self.processes[number], lane, payload, time, self._takers)
            return
        text = bytes(payload).decode("utf-8", "replace")
        process = self.processes.get(number)
        if kind == PROCESS and process is not None:
            process.hello = fields_of(text)  # it is sampled, and runs another program now
        elif kind == PROCESS:
            self.processes[number] = Process(text)
        elif kind == SESSION:
            self.session = fields_of(text)
        elif kind == END:
            self.ended = True
        elif kind == PROBLEM and process is None:
            self.problems.append(fields_of(text))
        elif process is not None:
            take_text(process, kind, text)

    def all(self):
        """The processes that joined, without what the recorder saw from outside."""
        return [process for process in self.processes.values()
                if process.hello.get("why") != "sampled"]

    def only(self):
        """The process that used CUDA most."""
        if not self.all():
            raise ValueError("no process is in the recording")
        return max(self.all(), key=lambda process: len(process.works) + len(process.calls))


def take_text(process, kind, text):
    fields = fields_of(text)
    if kind == CAPS:
        process.caps.update(fields)
    elif kind == PROBLEM:
        process.problems.append(fields)
    elif kind == LEFT:
        process.left = fields
    elif kind == LOSSES:
        process.losses = {key: int(value) for key, value in fields.items() if value.isdigit()}


def take_records(process, number, data, seen, takers):
    """`seen` is when the reader wrote them to the file."""
    lane = process._lanes.setdefault(number, Lane())
    at, end, counts = 0, len(data), process.counts
    header = struct.Struct("<HHI").unpack_from
    while at < end:
        kind, words, aux = header(data, at)
        counts[kind] = counts.get(kind, 0) + 1
        take = takers.get(kind)
        if take is not None:
            take(process, number, lane, aux, data, at, seen)
        at += words * 8


def take_lane_open(process, number, lane, aux, data, at, seen):
    lane.forget()
    process.pids.add(struct.unpack_from("<I", data, at + 20)[0])


def take_string(process, number, lane, aux, data, at, seen):
    size = struct.unpack_from("<I", data, at + 8)[0]
    lane.strings[aux] = bytes(data[at + 16 : at + 16 + size]).decode("utf-8", "replace")


def take_code(process, number, lane, aux, data, at, seen):
    name, file, first = struct.unpack_from("<IIi", data, at + 16)
    lane.codes[aux] = (lane.strings.get(name, ""), lane.strings.get(file, ""), first)


def take_stack(process, number, lane, aux, data, at, seen):
    depth = struct.unpack_from("<I", data, at + 8)[0]
    frames = struct.iter_unpack("<Ii", data[at + 16 : at + 16 + depth * 8])
    lane.old_stacks.append([Frame(*lane.codes.get(code, ("?", "?", 0)), at) for code, at in frames])
    lane.stacks[aux] = len(lane.old_stacks) - 1


def take_begin(process, number, lane, aux, data, at, seen):
    time, correlation, stack, _range, api, kernel = struct.unpack_from("<qQ4I", data, at + 8)
    process.calls.append(
        Call(time, aux >> 28, correlation, lane.stacks.get(stack, 0), number,
             lane.strings.get(api, ""), lane.strings.get(kernel, ""), seen))


def take_alias(process, number, lane, aux, data, at, seen):
    inner, outer = struct.unpack_from("<QQ", data, at + 8)
    process.alias[inner] = outer


def take_kernel(process, number, lane, aux, data, at, seen):
    start, end, correlation = struct.unpack_from("<qqQ", data, at + 8)
    stream = struct.unpack_from("<I", data, at + 52)[0]
    process.works.append(
        Work(KERNEL, start, end, correlation, stream, lane.strings.get(aux, ""), 0, 0, seen))


def take_copy(process, number, lane, aux, data, at, seen):
    start, end, correlation, size = struct.unpack_from("<qqQQ", data, at + 8)
    stream = struct.unpack_from("<I", data, at + 60)[0]
    process.works.append(
        Work(MEMCPY, start, end, correlation, stream, "", aux & 0xFF, size, seen))


def take_set(process, number, lane, aux, data, at, seen):
    start, end, correlation, size = struct.unpack_from("<qqQQ", data, at + 8)
    stream = struct.unpack_from("<I", data, at + 60)[0]
    process.works.append(Work(MEMSET, start, end, correlation, stream, "", aux, size, seen))


STATS_FIELDS = ("time launches gpu_records cupti_dropped trash_buffers zero_time unknown_kind "
                "undecodable buffer_bytes rss_bytes spent_ns flushes").split()


def take_stats(process, number, lane, aux, data, at, seen):
    values = struct.unpack_from(f"<q{len(STATS_FIELDS) - 1}Q", data, at + 8)
    process.stats.append(dict(zip(STATS_FIELDS, values)))


def take_gap(process, number, lane, aux, data, at, seen):
    first, last, records, size = struct.unpack_from("<qqQQ", data, at + 8)
    process.gaps.append({"reason": GAP_REASONS.get(aux, str(aux)), "first": first, "last": last,
                         "records": records, "bytes": size})


def take_conflict(process, number, lane, aux, data, at, seen):
    process.conflicts.append((aux, struct.unpack_from("<q", data, at + 8)[0]))


TAKERS = {LANE_OPEN: take_lane_open, STRING: take_string, CODE: take_code, STACK: take_stack,
          API_BEGIN: take_begin, API_ALIAS: take_alias, KERNEL: take_kernel, MEMCPY: take_copy,
          MEMSET: take_set, STATS: take_stats, GAP: take_gap, CONFLICT: take_conflict}
