# /// note
# title.en = "One line for every device"
# title.zh = "任何设备都能用的一行"
# device = "any"
# ///
import torch

t = torch.ones(2, requires_grad=True)
t.detach().cpu().numpy()
assert t.detach().cpu().numpy().tolist() == [1, 1]
assert t.numpy(force=True).tolist() == [1, 1]
