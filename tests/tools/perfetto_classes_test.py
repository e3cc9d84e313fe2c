"""Reads a .pftrace that `lanescope convert` wrote with Perfetto's own generated classes, and compares it
with the JSON that it writes of the same trace.

    perfetto_classes_test.py LANESCOPE TRACE

Exits with 77, which ctest shows as skipped, where the Python package perfetto is missing.
"""
import collections
import decimal
import gzip
import json
import os
import subprocess
import sys
import tempfile

try:
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2 as perfetto
except ImportError:
    print("skipped: the Python package perfetto is missing")
    sys.exit(77)

BEGIN, END, INSTANT, COUNTER = 1, 2, 3, 4


def read_perfetto(path):
    """Slices as (name, begin, duration, whether async) in ns, counts of others, and flow ids."""
    trace = perfetto.Trace()
    with open(path, "rb") as file:
        trace.ParseFromString(file.read())
    names, tracks, clocks = {}, {}, {}
    events = []
    for packet in trace.packet:
        for one in packet.interned_data.event_names:
            names[one.iid] = one.name
        if packet.HasField("track_descriptor"):
            tracks[packet.track_descriptor.uuid] = packet.track_descriptor
        if packet.HasField("clock_snapshot"):
            clocks = {one.clock_id: one.timestamp for one in packet.clock_snapshot.clocks}
        if packet.HasField("track_event"):
            assert packet.track_event.track_uuid in tracks, "a track is described before its events"
            events.append((packet.timestamp, packet.track_event))
    base = clocks[1] - clocks[6] if 1 in clocks else 0
    # As trace_processor: in the order of time, and of the file at equal times.
    events.sort(key=lambda event: event[0])
    open_slices = collections.defaultdict(list)
    slices, flows, others = collections.Counter(), collections.Counter(), collections.Counter()
    for time, event in events:
        if "__metadata" in event.categories:
            members = {one.name: one for one in event.debug_annotations}
            assert members["lanescopeTracks"].legacy_json_value, "it says what each track was"
            continue
        flows.update(event.flow_ids)
        flows.update(event.terminating_flow_ids)
        if event.type == BEGIN:
            open_slices[event.track_uuid].append((time, names[event.name_iid]))
        elif event.type == END:
            begin, name = open_slices[event.track_uuid].pop()
            is_async = tracks[event.track_uuid].description == "Lanescope: async ranges"
            slices[name, begin + base, time - begin, is_async] += 1
        else:
            others[event.type] += 1
    assert not any(open_slices.values()), "every slice ends"
    return slices, others, flows


def read_json(path):
    with gzip.open(path) as file:
        trace = json.load(file, parse_float=decimal.Decimal)
    base = trace.get("baseTimeNanoseconds", 0)
    slices, others, flows = collections.Counter(), collections.Counter(), 0
    begun = {}
    for event in trace["traceEvents"]:
        if event["ph"] == "X":
            begin = int(event["ts"] * 1000)
            slices[event["name"], begin + base, int(event["dur"] * 1000), False] += 1
        elif event["ph"] == "b":
            begun[event["id"]] = int(event["ts"] * 1000)
        elif event["ph"] == "e":
            begin = begun.pop(event["id"])
            slices[event["name"], begin + base, int(event["ts"] * 1000) - begin, True] += 1
        elif event["ph"] in "in":
            others[INSTANT] += 1
        elif event["ph"] == "C":
            others[COUNTER] += 1
        elif event["ph"] in "stf":
            flows += 1
    return slices, others, flows


def main():
    program, trace = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        written = {ending: os.path.join(folder, "run" + ending) for ending in (".pftrace", ".json.gz")}
        for path in written.values():
            subprocess.run([program, "convert", trace, "-o", path], check=True, stdout=subprocess.DEVNULL)
        slices, others, flows = read_perfetto(written[".pftrace"])
        wanted, other_wanted, flow_ends = read_json(written[".json.gz"])
    assert wanted, "the trace has slices"
    asyncs = sum(count for key, count in wanted.items() if key[3])
    assert slices == wanted, f"slices differ: {list((wanted - slices).items())[:3]}, {list((slices - wanted).items())[:3]}"
    assert others == other_wanted, f"{others}, not {other_wanted}"
    assert sum(flows.values()) == flow_ends, f"{sum(flows.values())} ends of flows, not {flow_ends}"
    print(f"{sum(slices.values())} slices, {asyncs} of them async ranges, {sum(others.values())} others, {flow_ends} ends of flows")


if __name__ == "__main__":
    main()
