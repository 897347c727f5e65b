# /// note
# title.en = "One question each, one answer each"
# title.zh = "一个问题，一个答案"
# device = "any"
# ///
import torch

a, b = torch.tensor([1, 0, 1]), torch.tensor([1, 1, 1])
answers = {
    "(a == b).all()": (a == b).all().item(),
    "(a == b).any()": (a == b).any().item(),
    "(a == b).sum()": (a == b).sum().item(),
    "(a == b).float().mean()": (a == b).float().mean().item(),
    "torch.equal(a, b)": torch.equal(a, b),
    "a.numel() > 0": a.numel() > 0,
}
[{"question": question, "answer": answer} for question, answer in answers.items()]

assert not answers["(a == b).all()"] and answers["(a == b).any()"] and answers["(a == b).sum()"] == 2
assert torch.equal(a, a.clone()) and not torch.equal(a, a[:2])

# en: one element has a truth value, none has not
# zh: 恰好一个元素时有真假，一个也没有则不行
assert bool(torch.tensor([[3]])) and not torch.tensor(0)
try:
    bool(torch.tensor([]))
    refused = ""
except RuntimeError as error:
    refused = str(error)
    print(refused)
assert refused == "Boolean value of Tensor with no values is ambiguous"
