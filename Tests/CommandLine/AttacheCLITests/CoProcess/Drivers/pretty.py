"""Sends the example payloads with line breaks, and one that is no push, and prints what comes back.

Usage: pretty.py EXAMPLES PROGRAM [OPTION…]
"""

import sys

sys.dont_write_bytecode = True
examples, *command = sys.argv[1:]
sys.path.insert(0, examples)
import attache_process  # noqa: E402

pretty = '{\r\n  "aps": {\n    "alert": "Hello"\n  }\n}'
attache = attache_process.Attache(*command)
answers = [attache.rewrite(text) for text in (pretty, "{\n", "[1,\n2]", pretty)]
for answer in answers:
    outcome, payload = answer.result()
    print(outcome, payload.split())
# Half of a surrogate pair, which UTF-8 cannot hold: it comes back, and the next one too.
odd = '{"aps":{"alert":"\ud800"}}'
outcome, payload = attache.rewrite(odd).result(timeout=30)
print(outcome, payload == odd)
print(attache.rewrite("{").result(timeout=30)[0])
print(attache.close())
