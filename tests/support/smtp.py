"""A mail server on this machine: it keeps what it was given, and answers as a test wants."""

from __future__ import annotations

import email
import email.policy
import socketserver
import threading
from email.message import EmailMessage
from typing import Any


class MailServer:
    """A server that speaks SMTP. ``answers`` are given to the next commands of a kind, then ``250``; ``None`` ends
    the connection without a word. ``on_data`` is called once a whole mail is there, before it is answered."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, EmailMessage]] = []
        self.answers: dict[str, list[str | None]] = {}
        self.connections = 0
        self.on_data: Any = lambda: None
        outer = self

        class Conversation(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                outer.connections += 1
                if not self._answer("CONNECT", "220 mail.example"):
                    return
                recipients: list[str] = []
                while line := self.rfile.readline():
                    command = line.decode().split()[0].upper()
                    if command == "EHLO":
                        alive = self._answer("EHLO", "250-mail.example\r\n250 AUTH PLAIN LOGIN")
                    elif command == "AUTH":
                        alive = self._answer("AUTH", "235 welcome")
                    elif command == "RCPT":
                        recipients.append(line.decode().split("<")[1].split(">")[0])
                        alive = self._answer("RCPT", "250 ok")
                    elif command == "DATA":
                        alive = self._data(recipients)
                        recipients = []
                    elif command == "QUIT":
                        self._say("221 bye")
                        return
                    else:
                        alive = self._answer(command, "250 ok")
                    if not alive:
                        return

            def _data(self, recipients: list[str]) -> bool:
                self._say("354 go on")
                lines = []
                while (line := self.rfile.readline()) not in (b".\r\n", b""):
                    lines.append(line.removeprefix(b"."))
                outer.on_data()
                refused = bool(outer.answers.get("DATA"))
                if not refused:
                    message = email.message_from_bytes(b"".join(lines), policy=email.policy.default)
                    assert isinstance(message, EmailMessage)
                    outer.taken += [(recipient, message) for recipient in recipients]
                return self._answer("DATA", "250 taken")

            def _answer(self, command: str, usual: str) -> bool:
                prepared = outer.answers.get(command)
                answer = prepared.pop(0) if prepared else usual
                if answer is not None:
                    self._say(answer)
                return answer is not None

            def _say(self, text: str) -> None:
                self.wfile.write(f"{text}\r\n".encode())

        class Server(socketserver.ThreadingTCPServer):
            daemon_threads = True
            allow_reuse_address = True

        self._server = Server(("127.0.0.1", 0), Conversation)
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def letters(self) -> list[EmailMessage]:
        return [message for _to, message in self.taken]


def text_of(message: EmailMessage, kind: str = "plain") -> str:
    """The text of a mail, or with ``html`` its HTML."""
    part = message.get_body((kind,))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")
