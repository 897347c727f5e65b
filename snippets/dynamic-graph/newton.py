# /// note
# title.en = "The slope of a while loop"
# title.zh = "一个 while 循环的斜率"
# device = "any"
# ///
import torch

def root(a):
    guess, steps = a, 0
    while (guess * guess - a).abs() > 1e-5 * a:
        guess = (guess + a / guess) / 2
        steps += 1
    return guess, steps

rows = []
for number in (1.0, 4.0, 9.0, 100.0):
    a = torch.tensor(number, requires_grad=True)
    value, steps = root(a)
    value.backward()
    rows.append({"a": number, "steps": steps, "root": value.item(), "slope": a.grad.item(),
                 "1 / (2 root)": 0.5 / number ** 0.5})
rows

assert len({row["steps"] for row in rows}) == 4
assert all(abs(row["slope"] - row["1 / (2 root)"]) < 1e-3 for row in rows[1:])

# en: for a = 1 the loop never ran: the graph is just "the result is a", with slope 1
# zh: a = 1 时循环一次也没执行：计算图只剩“结果就是 a”，斜率为 1
assert rows[0]["steps"] == 0 and rows[0]["slope"] == 1.0
