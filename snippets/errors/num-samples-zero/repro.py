# /// note
# title.en = "A pattern that matches nothing"
# title.zh = "什么都匹配不到的模式"
# device = "cpu"
# raises = "ValueError"
# ///
import pathlib

from torch.utils.data import DataLoader

pathlib.Path("photo.JPG").touch()
files = sorted(pathlib.Path(".").glob("*.jpg"))
DataLoader(files, batch_size=4, shuffle=True)
