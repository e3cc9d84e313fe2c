"""PyTorch's caching allocator, as far as its addresses, totals and snapshots show it."""

ROUND = 512
SEGMENT = 20 << 20


class CachingAllocator:
    def __init__(self):
        self.allocated = self.reserved = 0
        self.live = {}  # address: (size, segment, stack)
        self.gaps = []  # (address, size, segment), sorted
        self.segments = []  # (address, size)
        self.next_address = 0x7F20_0000_0000
        self.history = []  # of the snapshot

    def allocate(self, size, time_ns, stack):
        size = (size + ROUND - 1) // ROUND * ROUND
        best = min((g for g in self.gaps if g[1] >= size), key=lambda g: (g[1], g[0]), default=None)
        if best is None:
            best = self.grow(size, time_ns, stack)
        self.gaps.remove(best)
        address, room, segment = best
        if room > size:
            self.gaps.append((address + size, room - size, segment))
        self.live[address] = (size, segment, stack)
        self.allocated += size
        self.history.append(("alloc", address, size, time_ns, stack))
        return address

    def free(self, address, time_ns):
        size, segment, stack = self.live.pop(address)
        self.allocated -= size
        self.history.append(("free_requested", address, size, time_ns, stack))
        self.history.append(("free_completed", address, size, time_ns, stack))
        begin, end = address, address + size
        for gap in [
            g for g in self.gaps if g[2] == segment and (g[0] + g[1] == begin or g[0] == end)
        ]:
            self.gaps.remove(gap)
            begin, end = min(begin, gap[0]), max(end, gap[0] + gap[1])
        self.gaps.append((begin, end - begin, segment))
        return size

    def grow(self, size, time_ns, stack):
        room = max(SEGMENT, (size + (2 << 20) - 1) >> 21 << 21)
        gap = (self.next_address, room, len(self.segments))
        self.segments.append((self.next_address, room))
        self.history.append(("segment_alloc", self.next_address, room, time_ns, stack))
        self.next_address += room
        self.reserved += room
        self.gaps.append(gap)
        return gap

    def snapshot(self, stream):
        """As torch.cuda.memory._snapshot() returns it."""
        stacks = {}

        def frames(stack):
            if stack not in stacks:
                stacks[stack] = [frame for f in reversed(stack) if (frame := python_frame(f))]
            return stacks[stack]

        segments = []
        for number, (address, size) in enumerate(self.segments):
            blocks = [
                {
                    "address": a,
                    "size": s,
                    "requested_size": s,
                    "state": "active_allocated",
                    "frames": frames(k),
                }
                for a, (s, n, k) in self.live.items()
                if n == number
            ]
            blocks += [
                {"address": a, "size": s, "requested_size": 0, "state": "inactive", "frames": []}
                for a, s, n in self.gaps
                if n == number
            ]
            blocks.sort(key=lambda b: b["address"])
            used = sum(b["size"] for b in blocks if b["state"] != "inactive")
            segments.append(
                {
                    "device": 0,
                    "address": address,
                    "total_size": size,
                    "allocated_size": used,
                    "active_size": used,
                    "requested_size": used,
                    "stream": stream,
                    "segment_type": "large",
                    "segment_pool_id": (0, 0),
                    "is_expandable": False,
                    "frames": [],
                    "blocks": blocks,
                }
            )
        trace = [
            {
                "action": action,
                "addr": address,
                "size": size,
                "stream": stream,
                "time_us": time_ns // 1000,
                "compile_context": "N/A",
                "frames": frames(stack),
            }
            for action, address, size, time_ns, stack in self.history
        ]
        return {
            "segments": segments,
            "device_traces": [trace],
            "annotations": [],
            "allocator_settings": {"expandable_segments": False},
            "external_annotations": [],
        }


def python_frame(name):
    """'gpt.py(88): forward' as a frame of a snapshot; None for what is not a line of Python."""
    file, open_, rest = name.partition("(")
    line, close, function = rest.partition("): ")
    if not (open_ and close and line.isdigit()):
        return None
    return {"filename": file, "line": int(line), "name": function}
