# /// note
# title.en = "What is this file?"
# title.zh = "这是个什么文件？"
# device = "cpu"
# ///
import pathlib

import torch

def sort_of(path):
    start = pathlib.Path(path).read_bytes()[:40]
    if start.startswith(b"PK"):
        return "torch.save"
    if start.startswith(b"version https://git-lfs"):
        return "Git LFS pointer: git lfs pull"
    if start.lstrip()[:1] == b"<":
        return "web page: use the raw link"
    return f"something else: {start[:8]!r}"

torch.save({"w": torch.ones(2)}, "good.pt")
pathlib.Path("page.pt").write_bytes(b"<!DOCTYPE html><html>404</html>");
pathlib.Path("pointer.pt").write_bytes(b"version https://git-lfs.github.com/spec/v1\n");

{name: sort_of(name) for name in ("good.pt", "page.pt", "pointer.pt")}
assert sort_of("good.pt") == "torch.save" and list(torch.load("good.pt")) == ["w"]
assert sort_of("page.pt").startswith("web page") and "git lfs pull" in sort_of("pointer.pt")
