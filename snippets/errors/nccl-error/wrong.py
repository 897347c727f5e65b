# /// note
# title.en = "Global ranks of the second machine"
# title.zh = "第二台机器上的全局 rank"
# device = "cpu"
# ///
gpus = 4
ranks = [{"rank": rank, "cuda:rank exists": rank < gpus, "LOCAL_RANK": rank % gpus}
         for rank in range(4, 8)]
ranks
assert not any(row["cuda:rank exists"] for row in ranks)
assert [row["LOCAL_RANK"] for row in ranks] == [0, 1, 2, 3]
