# /// note
# title.en = "Found in any case and depth, and checked"
# title.zh = "不分大小写、不限层级，并且检查"
# device = "cpu"
# ///
import pathlib

from torch.utils.data import DataLoader

folder = pathlib.Path("images")
(folder / "cats").mkdir(parents=True)
(folder / "cats" / "photo.JPG").touch()

endings = {".jpg", ".jpeg"}
files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in endings)
assert files, f"no images in {folder.resolve()}"
loader = DataLoader(files, batch_size=4, shuffle=True)
assert len(loader) == 1
