"""The places of a worker while the broker is gone."""

import pytest
from kombu import Connection, Queue
from kombu.transport import redis

from config.worker import QoS


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
