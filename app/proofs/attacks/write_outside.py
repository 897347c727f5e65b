# en: write outside of its own folder
# zh: 在自己的目录之外写文件
# ends: ok
import os
import sys

places = ["/", "/etc", "/usr", "/var", "/root", os.path.dirname(os.__file__), *sys.path[1:]]
for place in places:
    if not place or not os.path.isdir(place):
        continue
    try:
        with open(os.path.join(place, "fieldnotes-attack"), "w") as file:
            file.write("x")
    except OSError as error:
        print(place, error.strerror)
    else:
        os.unlink(os.path.join(place, "fieldnotes-attack"))
        print("ESCAPED", place)
