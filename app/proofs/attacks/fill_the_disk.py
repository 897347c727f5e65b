# en: fill the disk
# zh: 写满磁盘
# ends: disk
with open("big", "wb") as file:
    for _ in range(100_000):
        file.write(b"x" * 1_000_000)
print("ESCAPED")
