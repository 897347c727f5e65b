# /// note
# title.en = "A lambda with a name"
# title.zh = "起了名字的 lambda"
# device = "cpu"
# ///
import pickle

double = lambda x: 2 * x
try:
    pickle.dumps(double)
except (pickle.PicklingError, AttributeError) as error:
    said = str(error)
said
assert "Can't pickle <function <lambda>" in said
