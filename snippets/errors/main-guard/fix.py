# /// note
# title.en = "With the guard"
# title.zh = "加上保护"
# device = "cpu"
# timeout = 40
# ///
from torch.utils.data import DataLoader

def main():
    loader = DataLoader(range(4), num_workers=1, multiprocessing_context="spawn")
    return [int(batch) for batch in loader]

if __name__ == "__main__":
    seen = main()
    print(seen)

# en: the worker imports this file, too, and gets here under another name
# zh: worker 也会导入这个文件，走到这里时名字不同
assert __name__ != "__main__" or seen == [0, 1, 2, 3]
