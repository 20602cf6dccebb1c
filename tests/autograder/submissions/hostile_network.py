"""Hostile: talks to the world."""

import socket
import urllib.request

from attacking import LINE, attempt
from lazy import *

for family in ("AF_INET", "AF_INET6", "AF_UNIX", "AF_NETLINK", "AF_PACKET", "AF_VSOCK", "AF_ALG"):
    for kind in ("SOCK_STREAM", "SOCK_DGRAM", "SOCK_RAW"):
        attempt(f"{family} {kind}", socket.socket, getattr(socket, family), getattr(socket, kind))
attempt("a pair", socket.socketpair)
attempt("a page", urllib.request.urlopen, "http://127.0.0.1:1/")
attempt("a name", socket.getaddrinfo, "example.org", 80)
attempt("our own line, elsewhere", lambda: socket.socket(fileno=LINE).connect("/run/docker.sock"))
