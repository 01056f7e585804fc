"""Opens many TLS connections to a server whose memory is then measured: PORT KIND PATH LENGTH HEALTH.

PATH is a route that accepts a body, and LENGTH is the largest body in bytes. Prints how many connections were opened,
and then the status line that a new client gets for the path HEALTH.
"""
import socket
import ssl
import sys
from concurrent.futures import ThreadPoolExecutor

port, kind, path, length, health = int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5]
context = ssl.create_default_context()
context.check_hostname, context.verify_mode = False, ssl.CERT_NONE


def plain():
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def encrypted():
    return context.wrap_socket(plain(), server_hostname="localhost")


def sent(connection, data):
    connection.settimeout(3)
    try:
        connection.sendall(data)
    except OSError:
        pass  # The server has closed the connection, or accepts no more bytes.
    return connection


def hello():
    """Returns the first message of a TLS client."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = context.wrap_bio(incoming, outgoing, server_hostname="localhost")
    try:
        client.do_handshake()
    except ssl.SSLWantReadError:
        pass
    return outgoing.read()


def request(method, target, more=""):
    return f"{method} {target} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode()


fields = "".join(f"X{number}: {'y' * 1000}\r\n" for number in range(14))
head = f"GET / HTTP/1.1\r\n{fields}".encode()
body = request("POST", path, f"Content-Type: application/json\r\nContent-Length: {length}\r\n") + b" " * (length - 100)
half = hello()[:-5]
long = b"\x16\x03\x01\x40\x00\x01\x00\xff\xff\x03\x03" + b"a" * 15989
count, one = {
    "idle": (1500, encrypted),
    "heads": (1500, lambda: sent(encrypted(), head)),
    "bodies": (1200, lambda: sent(encrypted(), body)),
    "readers": (800, lambda: sent(encrypted(), request("GET", health) * 20)),
    "handshakes": (2000, lambda: encrypted().close()),
    "half hellos": (3000, lambda: sent(plain(), half)),
    "long hellos": (3000, lambda: sent(plain(), long)),
}[kind]


def attempt(_):
    try:
        return one(), True
    except OSError:
        return None, False


with ThreadPoolExecutor(64) as pool:
    opened = list(pool.map(attempt, range(count)))
print(sum(worked for _, worked in opened))
client = sent(encrypted(), request("GET", health, "Connection: close\r\n"))
client.settimeout(60)
print(client.recv(12).decode())
