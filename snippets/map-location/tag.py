# /// note
# title.en = "A file that says cuda:0, opened without a GPU"
# title.zh = "写着 cuda:0 的文件，在没有 GPU 的机器上打开"
# device = "cpu"
# ///
from unittest import mock

import torch

# en: a file as a GPU machine would have written it
# zh: 仿造一个在 GPU 机器上写出的文件
with mock.patch("torch.serialization.location_tag", lambda storage: "cuda:0"):
    torch.save({"weight": torch.ones(2)}, "checkpoint.pth")

def where(**options):
    try:
        return str(torch.load("checkpoint.pth", **options)["weight"].device)
    except RuntimeError as error:
        return str(error).partition(". ")[0]

found = {
    "(none)": where(),
    '"cpu"': where(map_location="cpu"),
    'torch.device("cpu")': where(map_location=torch.device("cpu")),
    '{"cuda:0": "cpu"}': where(map_location={"cuda:0": "cpu"}),
    '{"cuda:1": "cpu"}': where(map_location={"cuda:1": "cpu"}),
    '"meta"': where(map_location="meta"),
}
[{"map_location": given, "device, or error": device} for given, device in found.items()]

refusal = "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False"
assert found["(none)"] == found['{"cuda:1": "cpu"}'] == refusal
assert found['"cpu"'] == found['torch.device("cpu")'] == found['{"cuda:0": "cpu"}'] == "cpu"
assert found['"meta"'] == "meta"
