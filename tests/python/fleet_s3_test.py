"""Traces and summaries in a store of objects: a server that speaks S3, reached by fsspec and s3fs."""

import json
import logging
from urllib.parse import quote

import pytest

import lanescope
from fleet_run import FIXED, SLOW, interrupted_after, states, two_workers

s3fs = pytest.importorskip("s3fs", reason="s3fs is not installed")
pytest.importorskip("moto.server", reason="moto[server] is not installed")

RUN = "s3://traces/run 7"


@pytest.fixture(scope="module")
def server():
    """A server of this machine, to which all that this process starts is directed, too."""
    from moto.server import ThreadedMotoServer

    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    moto = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    moto.start()
    host, port = moto.get_host_and_port()
    with pytest.MonkeyPatch.context() as environment:
        for name, value in {
            "AWS_ENDPOINT_URL": f"http://{host}:{port}",
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_DEFAULT_REGION": "us-east-1",
        }.items():
            environment.setenv(name, value)
        s3fs.S3FileSystem.clear_instance_cache()
        yield
    s3fs.S3FileSystem.clear_instance_cache()
    moto.stop()


@pytest.fixture
def store(server):
    """Four ranks, one of which is no trace."""
    system = s3fs.S3FileSystem()
    system.mkdir("traces")
    for rank, file in enumerate((SLOW, FIXED, SLOW)):
        system.put_file(file, f"{RUN}/rank{rank}.json.gz")
    system.pipe_file(f"{RUN}/rank3.json.gz", b"this is no trace")
    yield system
    system.rm("traces", recursive=True)


def summarize(out, pattern=RUN, **options):
    return lanescope.fleet.summarize(pattern, out, **{"progress": False, "tables": False, **options})


def summaries(store, out):
    store.invalidate_cache()
    return {name.rpartition("/")[2]: store.cat_file(name) for name in store.glob(f"{out}/*.rank")}


def test_summaries_are_objects_beside_each_other(store, tmp_path):
    fleet = summarize("s3://traces/summaries")
    assert states(fleet) == ["new", "new", "new", "failed"]
    assert fleet[2].trace == f"{RUN}/rank2.json.gz"
    assert fleet[2].summary == "s3://traces/summaries/rank2.rank"
    assert fleet[3].problem.startswith(f"{RUN}/rank3.json.gz: ") and fleet[3].summary
    store.get_file(fleet[2].summary, tmp_path / "here.rank")
    document = json.loads(lanescope._native.rank_file_document(str(tmp_path / "here.rank")))
    assert document["trace"]["file"] == fleet[2].trace and len(document["steps"]) > 1


def test_only_objects_that_have_changed_are_fetched_again(store):
    out = "s3://traces/summaries"
    summarize(out)
    assert states(summarize(out)) == ["kept", "kept", "kept", "failed"]
    store.put_file(SLOW, f"{RUN}/rank1.json.gz")
    store.put_file(SLOW, f"{RUN}/rank2.json.gz")  # as it was
    store.put_file(FIXED, f"{RUN}/rank3.json.gz")
    assert states(summarize(out)) == ["kept", "new", "kept", "new"]
    assert states(summarize(out, f"{RUN}/rank[0-2].json.gz")) == ["kept"] * 3


def test_hosts_are_folders_of_objects(store):
    for host, file in enumerate((SLOW, FIXED)):
        store.put_file(file, f"s3://traces/hosts/host{host}/rank.json.gz")
        store.pipe_file(f"s3://traces/hosts/host{host}/config.json", b'{"learning_rate": 0.1}')
    fleet = summarize("s3://traces/summaries", "s3://traces/hosts/")
    assert states(fleet) == ["new", "new"]
    assert set(summaries(store, "traces/summaries")) == {"host0_rank.rank", "host1_rank.rank"}
    assert [line.partition(": ")[0] for line in fleet.left_out] == [
        f"s3://traces/hosts/host{host}/config.json" for host in (0, 1)
    ]


def test_a_run_that_was_interrupted_goes_on(store, monkeypatch):
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(lanescope.fleet, "counting", interrupted_after(2))
        summarize("s3://traces/summaries", workers=1)
    assert "kept" in states(summarize("s3://traces/summaries"))


def test_a_worker_of_ray_writes_the_same_objects(store):
    ray = pytest.importorskip("ray", reason="ray is not installed")
    summarize("s3://traces/local")
    with two_workers(ray):
        fleet = summarize("s3://traces/ray", engine="ray")
    assert states(fleet) == ["new", "new", "new", "failed"]
    assert summaries(store, "traces/ray") == summaries(store, "traces/local")
    assert len(summaries(store, "traces/ray")) == 4


def test_an_object_that_is_gone_is_a_row(store, monkeypatch):
    listed = lanescope.fleet.sources([RUN], lanescope.fleet.Folder("s3://traces/summaries"))
    monkeypatch.setattr(lanescope.fleet, "sources", lambda pattern, out: listed)
    store.rm(f"{RUN}/rank0.json.gz")
    fleet = summarize("s3://traces/summaries", retries=0)
    assert states(fleet) == ["failed", "new", "new", "failed"]
    assert fleet[0].problem.startswith(f"{RUN}/rank0.json.gz: FileNotFoundError")


def test_tables_are_objects_that_arrow_and_duckdb_read(store, duckdb, arrow):
    dataset = pytest.importorskip("pyarrow.dataset", reason="pyarrow has no datasets")
    fleet = summarize("s3://traces/summaries", tables=True)
    place = "traces/summaries/tables/steps"
    steps = dataset.dataset(place, filesystem=store, partitioning="hive").to_table()
    assert set(steps["trace"].to_pylist()) == {row.trace for row in fleet if row.state == "new"}
    sums = duckdb.sql("select step, count(*), sum(dur_ns) from steps group by step order by step")
    for step, count, ns in sums.fetchall():
        alone = dataset.dataset(f"{place}/step={quote(step)}", filesystem=store).to_table()
        assert count == 3 and ns == sum(alone["dur_ns"].to_pylist())


def test_what_is_not_there_says_so(store):
    with pytest.raises(lanescope.Error, match="^s3://nowhere/run: "):
        summarize("s3://traces/summaries", "s3://nowhere/run")
    with pytest.raises(lanescope.Error, match="rank9.json: there is no trace$"):
        summarize("s3://traces/summaries", "s3://traces/rank9.json")
