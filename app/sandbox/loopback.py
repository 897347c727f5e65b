"""Loopback sockets for a run that asks for them: ranks of ``torch.distributed`` talk over TCP, also on one machine.

Where there are network namespaces, the run gets one of its own in which nothing but its own ``lo`` exists. Where there
are none, that would be the machine's (or the container's) own loopback, so only the project's own snippets get it.
"""

from __future__ import annotations

import fcntl
import os
import socket
import struct

from app.sandbox import namespaces

_SIOCGIFFLAGS, _SIOCSIFFLAGS = 0x8913, 0x8914
_IFF_UP, _IFF_RUNNING = 0x1, 0x40
_REQUEST = "16sh22x"

SURROUNDINGS = {
    "MASTER_ADDR": "127.0.0.1",
    "MASTER_PORT": "29500",
    "GLOO_SOCKET_IFNAME": "lo",
    "TP_SOCKET_IFNAME": "lo",
}
"""Names that the run's environment needs: there is no name service, and no other interface, behind the wall."""

READABLE = ("/sys/bus/pci", "/sys/devices", "/sys/class/net")
"""Gloo lists the machine's PCI devices, and gives up where it may not."""

HOSTS = "/etc/hosts"
_OURS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "hosts")


def name_localhost() -> None:
    """Put our list of hosts over the machine's, whose names are nobody's business. In a mount namespace of its own."""
    if os.path.isfile(HOSTS):
        namespaces.mount(_OURS, HOSTS, None, namespaces.MS_BIND)


def isolate() -> None:
    """A network namespace of this process's own, its ``lo`` up. It takes privileges over networks and namespaces."""
    namespaces.unshare(namespaces.CLONE_NEWNET)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        answer = fcntl.ioctl(sock, _SIOCGIFFLAGS, struct.pack(_REQUEST, b"lo", 0))
        _, flags = struct.unpack(_REQUEST, answer)
        fcntl.ioctl(sock, _SIOCSIFFLAGS, struct.pack(_REQUEST, b"lo", flags | _IFF_UP | _IFF_RUNNING))


def announce() -> None:
    """Put :data:`SURROUNDINGS` into the environment."""
    os.environ.update(SURROUNDINGS)
