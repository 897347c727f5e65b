# en: open a TCP connection, to this machine or any other
# zh: 向本机或任何其他机器发起 TCP 连接
# ends: ok
import socket

for address in (("127.0.0.1", 8000), ("127.0.0.1", 22), ("169.254.169.254", 80), ("::1", 8000)):
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_STREAM) as client:
            client.settimeout(1)
            client.connect(address)
            print("ESCAPED", address)
    except OSError as error:
        print(address, error)
