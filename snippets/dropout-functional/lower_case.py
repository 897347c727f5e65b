# /// note
# title.en = "One capital letter too many"
# title.zh = "多了一个大写字母"
# device = "cpu"
# ///
copied = "Class DropoutFC(nn.Module):\n    pass"

def complaint(source):
    try:
        compile(source, "copied.py", "exec")
    except SyntaxError as error:
        return f"SyntaxError: {error.msg} (line {error.lineno})"

complaint(copied)

assert complaint(copied).startswith("SyntaxError: invalid syntax")
assert complaint(copied.replace("Class", "class")) is None
