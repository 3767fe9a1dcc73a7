"""The settings that a person writes into the environment, and the sentence when one is wrong."""

from urllib.parse import quote

import psycopg.conninfo
import pytest
from hypothesis import given
from hypothesis import strategies as st

from config import environment
from config.environment import BadSetting, MailServer


def test_a_database_address_becomes_djangos_settings():
    found = environment.database("postgresql://anna:p%40ss%2Fword@db.example:5433/club?sslmode=require")
    assert found == {
        "ENGINE": "config.database",
        "NAME": "club",
        "USER": "anna",
        "PASSWORD": "p@ss/word",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }


@pytest.mark.parametrize(
    "address", ["postgres://me@/club?host=/run/pg%20sql", "postgresql://me@%2Frun%2Fpg%20sql/club"]
)
def test_a_socket_may_stand_in_the_query_or_in_the_hosts_place(address):
    found = environment.database(address)
    # urlsplit folds a host to lower case, as libpq does not: both agree on this one.
    assert (found["USER"], found["NAME"], found["HOST"].lower()) == ("me", "club", "/run/pg sql")


NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=12)


@given(user=NAMES, password=NAMES, title=NAMES.filter(lambda name: "/" not in name))
def test_an_address_that_viertal_writes_is_read_alike_by_itself_and_by_postgresql(user, password, title):
    address = environment.database_address(user, password, title, "/run/viertal-x")
    found = environment.database(address)
    assert (found["USER"], found["PASSWORD"], found["NAME"], found["HOST"]) == (user, password, title, "/run/viertal-x")
    libpq = psycopg.conninfo.conninfo_to_dict(address)
    assert (libpq["user"], libpq["password"], libpq["dbname"]) == (user, password, title)


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("sqlite:///club.db", "PostgreSQL"),
        ("club", "postgresql://user:password@host:5432/database"),
        ("postgresql://anna:secret@host/", "names no database"),
        ("postgresql://anna:secret@host:99999/club", "port"),
        ("postgresql://anna:secret@host:port/club", "port"),
        ("postgresql://anna:secret@host/club?sslmod=require", "'sslmod'"),
        ("postgresql://anna:sec#ret@host/club", "%23"),
        ("postgresql://anna:secret@[::1/club", "no address"),
        ("mysql://anna:secret@host/club", "PostgreSQL"),
    ],
)
def test_a_wrong_database_address_is_refused_with_the_variables_name_and_without_the_password(address, says):
    with pytest.raises(BadSetting) as caught:
        environment.database(address)
    assert "DATABASE_URL" in str(caught.value)
    assert says in str(caught.value)
    assert "secret" not in str(caught.value)
    assert "ret@" not in str(caught.value)


@given(st.text(max_size=60))
def test_no_text_makes_the_readers_of_addresses_fail_but_by_a_sentence(text):
    for read in (environment.database, environment.broker):
        for address in (text, f"postgresql://{text}", f"redis://{text}", f"redis+socket://{text}"):
            try:
                read(address)
            except BadSetting as error:
                assert str(error)


@pytest.mark.parametrize(
    ("address", "taken"),
    [
        ("redis://localhost:6379/0", "redis://localhost:6379/0"),
        ("rediss://:pw@host/1", "rediss://:pw@host/1"),
        ("unix:///run/redis.sock", "redis+socket:///run/redis.sock"),
        ("redis+socket:///run/redis.sock", "redis+socket:///run/redis.sock"),
        ("amqp://u:p@host:5672//", "amqp://u:p@host:5672//"),
    ],
)
def test_redis_and_rabbitmq_are_brokers(address, taken):
    assert environment.broker(address) == taken


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("memory://", "Redis"),
        ("sqla+sqlite:///x", "RabbitMQ"),
        ("redis://:secret@/0", "no host"),
        ("redis+socket://host/x", "no socket"),
        ("redis+socket:///", "no socket"),
        ("amqp://u:secret@host:x//", "port"),
    ],
)
def test_a_wrong_broker_is_refused_in_a_sentence_without_the_password(address, says):
    with pytest.raises(BadSetting, match="BROKER_URL") as caught:
        environment.broker(address)
    assert says in str(caught.value)
    assert "secret" not in str(caught.value)


def test_flags_and_numbers_are_read_or_refused():
    assert environment.flag({"X": "Yes"}, "X") and not environment.flag({"X": "0"}, "X")
    assert environment.flag({}, "X", default=True)
    assert environment.whole_number({"PORT": " 8080 "}, "PORT", 1, 0, 65535) == 8080
    assert environment.whole_number({"PORT": ""}, "PORT", 1, 0, 65535) == 1
    assert environment.names({"A": " a.example , ,b.example"}, "A") == ["a.example", "b.example"]
    with pytest.raises(BadSetting, match=r"1 \(yes\) or 0 \(no\)"):
        environment.flag({"X": "maybe"}, "X")
    for wrong in ("-1", "65536", "8o80", "٣", "9" * 400, "1.5"):
        with pytest.raises(BadSetting, match="from 0 to 65535"):
            environment.whole_number({"PORT": wrong}, "PORT", 1, 0, 65535)


def test_a_socket_folder_with_odd_characters_survives_the_address():
    folder = "/run/a b&c=d"
    assert environment.database(environment.database_address("u", "p", "d", folder))["HOST"] == folder
    assert quote(" ") in environment.database_address("u", "p", "d", folder)


MAIL = {"MAIL_FROM": "evening@club.example", "SITE_URL": "https://club.example/"}


@pytest.mark.parametrize(
    ("address", "server"),
    [
        ("smtp://anna:p%40ss@mail.example", MailServer("mail.example", 587, "anna", "p@ss", "starttls")),
        ("smtps://anna:pass@mail.example", MailServer("mail.example", 465, "anna", "pass", "always")),
        ("smtp://mail.example:2525/", MailServer("mail.example", 2525, "", "", "starttls")),
        ("smtp://u:p@localhost:25?tls=none", MailServer("localhost", 25, "u", "p", "none")),
        ("smtp://mail.example:25?tls=none", MailServer("mail.example", 25, "", "", "none")),
    ],
)
def test_a_mail_servers_address_is_read(address, server):
    assert environment.mail_server({"EMAIL_URL": address, **MAIL}) == server
    assert environment.mail_server({"EMAIL_URL": "", **MAIL}) is None
    assert environment.site_address(MAIL) == "https://club.example"
    assert "pass" not in repr(server) and "p@ss" not in repr(server)


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"EMAIL_URL": "mail.example"}, "smtp://user:password@host:587"),
        ({"EMAIL_URL": "http://mail.example"}, "smtp://user:password@host:587"),
        ({"EMAIL_URL": "smtp://anna:secret@"}, "must look like"),
        ({"EMAIL_URL": "smtp://anna@mail.example"}, "a user name and a password"),
        ({"EMAIL_URL": "smtp://anna:sec#ret@mail.example"}, "%23"),
        ({"EMAIL_URL": "smtp://anna:secret@mail.example:smtp"}, "port"),
        ({"EMAIL_URL": "smtp://anna:secret@[::1"}, "no address"),
        ({"EMAIL_URL": "smtp://anna:secret@mail.example?tls=none"}, "others can read it"),
        ({"EMAIL_URL": "smtp://anna:secret@mail.example?tsl=none"}, "Only ?tls=none"),
        ({"EMAIL_URL": "smtp://mail.example", "MAIL_FROM": ""}, "MAIL_FROM is not"),
        ({"EMAIL_URL": "smtp://mail.example", "SITE_URL": ""}, "SITE_URL is not"),
        ({"MAIL_FROM": "the club"}, "MAIL_FROM is 'the club'"),
        ({"MAIL_FROM": "a@b.example\r\nBcc: c@d.example"}, "MAIL_FROM is"),
        ({"MAIL_FROM": "a@b.example, c@d.example"}, "MAIL_FROM is"),
        ({"SITE_URL": "club.example"}, "SITE_URL is 'club.example'"),
        ({"SITE_URL": "https://club.example/quarto"}, "nothing after the host"),
        ({"SITE_URL": "https://anna:secret@club.example"}, "nothing after the host"),
        ({"SITE_URL": "https://[::1"}, "SITE_URL is"),
    ],
)
def test_a_wrong_mail_server_is_refused_with_a_sentence_and_without_its_password(values, says):
    with pytest.raises(BadSetting, match=r"EMAIL_URL|MAIL_FROM|SITE_URL") as caught:
        environment.check({**MAIL, **values})
    assert says in str(caught.value)
    assert "ret@mail" not in str(caught.value) and "secret@mail" not in str(caught.value)
