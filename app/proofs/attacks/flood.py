# en: flood the page with output
# zh: 用海量输出淹没页面
# ends: output
while True:
    print("x" * 1000)
