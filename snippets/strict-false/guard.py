# /// note
# title.en = "Lenient where you say so, strict elsewhere"
# title.zh = "说好的地方宽松，其余地方严格"
# device = "cpu"
# ///
import torch.nn as nn

def load_except(model, state, new):
    answer = model.load_state_dict(state, strict=False)
    wrong = [key for key in answer.missing_keys if not key.startswith(new)]
    wrong += answer.unexpected_keys
    if wrong:
        raise KeyError(f"not loaded: {wrong}")
    return model

model = nn.ModuleDict({"body": nn.Linear(2, 2), "head": nn.Linear(2, 1)})
body = {key: value for key, value in model.state_dict().items() if key.startswith("body.")}

load_except(model, body, new="head.");

try:
    misspelt = {"boddy.weight": body["body.weight"], "body.bias": body["body.bias"]}
    load_except(model, misspelt, new="head.")
    complaint = ""
except KeyError as error:
    complaint = str(error)
print(complaint)
assert "body.weight" in complaint and "boddy.weight" in complaint and "head" not in complaint
