# /// note
# title.en = "The accuracy of three predictions"
# title.zh = "三个预测的准确率"
# device = "cpu"
# raises = "RuntimeError"
# ///
import torch

prediction, y = torch.tensor([1, 0, 1]), torch.tensor([1, 1, 1])
(prediction == y).long().mean()
