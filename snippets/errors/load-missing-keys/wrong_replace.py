# /// note
# title.en = "replace() goes too far"
# title.zh = "replace() 删过了头"
# device = "any"
# ///
name = "module.encoder.module.weight"
name.replace("module.", "")
name.removeprefix("module.")
assert name.replace("module.", "") == "encoder.weight"
assert name.removeprefix("module.") == "encoder.module.weight"
