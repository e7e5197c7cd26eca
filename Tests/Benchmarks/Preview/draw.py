#!/usr/bin/env python3
"""Measures attache-draw: the time of each picture after the first, by stage and format.

Usage: draw.py PATH-OF-ATTACHE-DRAW [ROUNDS]

It sends what `attache preview` and the service send: texts in 12 languages and hostile ones, with and without a medium of
400 × 300 pixels and buttons, light and dark, and prints a Markdown table. A debug build is several times slower.
"""

import json
import os
import socket
import statistics
import struct
import subprocess
import sys
import time

TEXTS = {
    "en": ("Raid starts in 10 minutes", "The dragon of the northern keep has woken. Gather your team at the gate."),
    "de": ("Der Überfall beginnt in zehn Minuten", "Der Drache der Nordfestung ist erwacht. Sammelt eure Gruppe am Tor."),
    "ru": ("Рейд начнётся через 10 минут", "Дракон северной крепости проснулся. Собирайте отряд у ворот."),
    "el": ("Η επιδρομή αρχίζει σε 10 λεπτά", "Ο δράκος του βόρειου κάστρου ξύπνησε. Συγκεντρωθείτε στην πύλη."),
    "ar": ("يبدأ الهجوم بعد عشر دقائق", "استيقظ تنين القلعة الشمالية. اجمع فريقك عند البوابة."),
    "he": ("הפשיטה מתחילה בעוד 10 דקות", "הדרקון של המבצר הצפוני התעורר. אספו את הצוות בשער."),
    "hi": ("छापा 10 मिनट में शुरू होगा", "उत्तरी किले का ड्रैगन जाग गया है। अपनी टीम को द्वार पर इकट्ठा करें।"),
    "th": ("การบุกจะเริ่มใน 10 นาที", "มังกรแห่งป้อมเหนือตื่นแล้ว รวมทีมของคุณที่ประตู"),
    "ja": ("10分後にレイド開始", "北の砦の竜が目を覚ました。門の前に仲間を集めよう。"),
    "ko": ("10분 후 레이드 시작", "북쪽 요새의 용이 깨어났습니다. 성문 앞에 팀을 모으세요."),
    "zh": ("突袭将在10分钟后开始", "北方要塞的巨龙苏醒了。请在城门前集结队伍。"),
    "vi": ("Cuộc đột kích bắt đầu sau 10 phút", "Rồng của pháo đài phía bắc đã thức giấc. Hãy tập hợp đội ở cổng."),
    "long": ("W" * 2000, "word " * 800),
    "emoji": ("👨‍👩‍👧‍👦" * 40, "🏳️‍🌈🐉🔥" * 200),
    "accents": ("a" + "\u0301" * 500, "\u202e" + "x\u0300" * 1000),
}
TARGET = 25
STAGES = ("banner", "list", "expanded", "group")
SIZE = (400, 300)
PIXELS = struct.pack("<II", *SIZE) + bytes(
    channel for y in range(SIZE[1]) for x in range(SIZE[0]) for channel in (x * 255 // SIZE[0], y * 255 // SIZE[1], 90, 255)
)


class Program:
    """One process of attache-draw, over a socket."""

    def __init__(self, path):
        self.socket, theirs = socket.socketpair()
        self.process = subprocess.Popen([path, "draw"], stdin=theirs, stdout=theirs, env={})
        theirs.close()
        assert self.read() == b"attache-draw 1"

    def exactly(self, count):
        parts = []
        while count:
            part = self.socket.recv(min(count, 1 << 20))
            if not part:
                raise SystemExit("attache-draw ended")
            parts.append(part)
            count -= len(part)
        return b"".join(parts)

    def read(self):
        return self.exactly(struct.unpack("<I", self.exactly(4))[0])

    def draw(self, request, pixels):
        frames = [json.dumps(request).encode()] + ([pixels] if pixels else [])
        self.socket.sendall(b"".join(struct.pack("<I", len(frame)) + frame for frame in frames))
        return json.loads(self.read()), self.read()

    def processor(self):
        """The time of the processor so far, in milliseconds: what other programs on the machine do not change."""
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def request(locale, texts, stage, appearance, form, medium):
    notification = {
        "app": "Raid", "time": "now", "title": texts[0], "subtitle": "", "body": texts[1],
        "actions": [
            {"title": texts[0][:40], "destructive": False, "unlock": False},
            {"title": "X" * 40, "destructive": True, "unlock": True, "placeholder": "Say", "button": "Send"},
        ],
    }
    if medium:
        notification["medium"] = {
            "form": "pixels", "label": "", "video": False, "hidden": False, "ratio": SIZE[0] / SIZE[1],
            "x": 0, "y": 0, "width": 1, "height": 1,
        }
    count = 3 if stage == "group" else 1
    plain = {key: value for key, value in notification.items() if key != "medium"}
    return {
        "notifications": [notification] + [plain] * (count - 1), "stages": stage, "appearances": appearance,
        "device": "iphone", "format": form, "locale": locale if len(locale) == 2 else "en", "sheet": False,
    }


def main():
    path = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    program = Program(path)
    began = time.perf_counter()
    program.draw(request("en", TEXTS["en"], "banner", "light", "png", False), None)
    first = (time.perf_counter() - began) * 1000
    # The fonts of a script are loaded at its first picture.
    for locale, texts in TEXTS.items():
        program.draw(request(locale, texts, "expanded", "light", "svg", False), None)
    outside, pictures = 0, 0
    print("| picture | median ms | p95 ms | longest ms | processor ms | largest KiB | target ms |")
    print("|---|---|---|---|---|---|---|")
    for form in ("png", "svg"):
        for stage in STAGES:
            times, size, before = [], 0, program.processor()
            for _ in range(rounds):
                for locale, texts in TEXTS.items():
                    for appearance in ("light", "dark"):
                        for medium in (False, True):
                            asked = request(locale, texts, stage, appearance, form, medium)
                            began = time.perf_counter()
                            report, picture = program.draw(asked, PIXELS if medium else None)
                            times.append((time.perf_counter() - began) * 1000)
                            size = max(size, len(picture))
                            pictures += 1
                            for _, x, y, width, height, left, top, across, down, *_ in report["texts"]:
                                fits = left >= x - 0.5 and top >= y - 0.5 and left + across <= x + width + 0.5
                                outside += not (fits and top + down <= y + height + 0.5)
            times.sort()
            spent = (program.processor() - before) / len(times)
            print(
                f"| {form} {stage} | {statistics.median(times):.1f} | {times[int(len(times) * 0.95)]:.1f} | {times[-1]:.1f} "
                f"| {spent:.1f} | {size / 1024:.0f} | ≤ {TARGET} |"
            )
    print(f"\n{pictures} pictures, {outside} texts outside of their boxes; the first picture took {first:.1f} ms.")


main()
