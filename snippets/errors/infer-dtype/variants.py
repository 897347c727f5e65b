# /// note
# title.en = "Words to numbers"
# title.zh = "从词到数"
# device = "any"
# ///
import torch

words = ["cat", "dog", "cat"]
try:
    torch.tensor(words)
except ValueError as error:
    said = str(error)
said

number = {word: i for i, word in enumerate(sorted(set(words)))}
y = torch.tensor([number[word] for word in words])
y
assert said == "too many dimensions 'str'" and y.tolist() == [0, 1, 0]
