"""The places of a worker while the broker is gone, and its beat."""

from types import SimpleNamespace

import pytest
from celery.bootsteps import CLOSE, RUN, TERMINATE
from celery.worker import state
from celery.worker.components import Beat
from kombu import Connection, Queue
from kombu.transport import redis

from config.worker import QoS, look


@pytest.fixture
def channel(services, monkeypatch):
    """A channel of a worker that takes one task at a time, from a queue with two; its Redis is the tests' own."""
    monkeypatch.setattr(redis.Channel, "QoS", QoS)
    with Connection(services.broker_url) as connection:
        channel = connection.channel()
        queue = Queue("viertal-test-places", channel=channel)
        queue.declare()
        queue.purge()
        with connection.Producer() as producer:
            for number in range(2):
                producer.publish({"number": number}, routing_key=queue.name)
        channel.basic_qos(0, 1, False)
        yield channel
        queue.delete()


@pytest.mark.parametrize("answer", ["basic_ack", "basic_reject"])
def test_a_task_whose_end_the_broker_cannot_be_told_frees_its_place(channel, monkeypatch, answer):
    message = channel.basic_get("viertal-test-places")
    assert not channel.qos.can_consume()

    def gone(*_args):
        raise redis.redis.ConnectionError("the broker was killed")

    with monkeypatch.context() as broken:
        broken.setattr(channel.qos, "_remove_from_indices", gone)
        with pytest.raises(redis.redis.ConnectionError):
            getattr(channel, answer)(message.delivery_tag)
    assert channel.qos.can_consume()
    another = channel.basic_get("viertal-test-places")
    assert another.payload == {"number": 1}
    assert not channel.qos.can_consume()
    channel.basic_ack(another.delivery_tag)
    assert channel.qos.can_consume()


@pytest.fixture
def worker(monkeypatch):
    """A worker whose beat has ended; ``started`` has those that were started again."""
    started = []
    monkeypatch.setattr(Beat, "create", lambda _step, made: SimpleNamespace(start=lambda: started.append(made)))
    step = object.__new__(Beat)
    step.obj = SimpleNamespace(is_alive=lambda: False, exitcode=0)
    return SimpleNamespace(steps=[step], blueprint=SimpleNamespace(state=RUN), started=started)


def test_a_beat_that_ended_is_started_again(worker):
    look(worker)
    assert worker.started == [worker]


@pytest.mark.parametrize("stage", [CLOSE, TERMINATE])
def test_a_worker_that_stops_starts_no_beat_again(worker, stage):
    """The new one would be forked from a process with threads, and send tasks that nobody takes."""
    worker.blueprint.state = stage
    look(worker)
    assert worker.started == []


@pytest.mark.parametrize("wish", ["should_stop", "should_terminate"])
def test_a_worker_that_was_asked_to_stop_starts_no_beat_again(worker, monkeypatch, wish):
    monkeypatch.setattr(state, wish, 0)
    look(worker)
    assert worker.started == []
