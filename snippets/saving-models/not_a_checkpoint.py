# /// note
# title.en = "Files that are no checkpoint, or half of one"
# title.zh = "不是权重的文件，或只有半截的文件"
# device = "cpu"
# ///
import io

import torch

file = io.BytesIO()
torch.save(torch.nn.Linear(4, 4).state_dict(), file)
whole = file.getvalue()

contents = {
    "whole": whole,
    "cut off": whole[:-200],
    "a web page": b"<!DOCTYPE html><html>404</html>",
    "a Git LFS pointer": b"version https://git-lfs.github.com/spec/v1\n",
    "empty": b"",
}

def outcome(data):
    try:
        torch.load(io.BytesIO(data), weights_only=False)
        return "loads"
    except Exception as error:
        return f"{type(error).__name__}: {str(error).splitlines()[0][:81]}"

found = {name: outcome(data) for name, data in contents.items()}
[{"file": name, "starts with": repr(contents[name][:8]), "outcome": said}
 for name, said in found.items()]

assert whole.startswith(b"PK") and found["whole"] == "loads"
assert "failed finding central directory" in found["cut off"]
assert found["a web page"] == "UnpicklingError: invalid load key, '<'."
assert found["a Git LFS pointer"] == "UnpicklingError: invalid load key, 'v'."
