# /// note
# title.en = "A number is refused"
# title.zh = "不能赋数字"
# device = "cpu"
# raises = "TypeError"
# ///
import os

os.environ["CUDA_VISIBLE_DEVICES"] = "0"
os.environ["CUDA_VISIBLE_DEVICES"] = 0
