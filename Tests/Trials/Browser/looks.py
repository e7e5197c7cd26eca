"""What scripts ask of every page: its overflow, its contrast, its names, and its pictures."""

import os
import sys

sys.dont_write_bytecode = True
from devtools import View as AnyView  # noqa: E402

LOOKS = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "../../Service/AttacheServerTests/Page/Browser/looks.js"
)

# For the table of dialects: the last column is reached by scrolling the table, and the first one does not cover it.
CUT = """(() => {
  const box = document.querySelector(".scroll");
  box.scrollLeft = box.scrollWidth;
  const names = Math.max(...[...box.querySelectorAll("tbody th")].map((one) => one.getBoundingClientRect().right));
  const last = box.querySelector("thead th:last-child").getBoundingClientRect();
  return last.left < names || last.right > innerWidth ? ["the last column is covered or cut"] : [];
})()"""


class View(AnyView):
    """A tab with the functions of looks.js."""

    def __init__(self, browser, url, width, height, scheme):
        super().__init__(browser, url, width, height, scheme)
        with open(LOOKS, encoding="utf-8") as file:
            self.value(file.read())

    def roles(self, *kinds):
        """How often each role is in the tree that screen readers get."""
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        found = [node["role"]["value"] for node in nodes if not node["ignored"]]
        return {kind: found.count(kind) for kind in kinds}

    def unnamed(self):
        """What a screen reader could only call by its kind."""
        kinds = {"button", "textbox", "combobox", "link", "image", "region", "form", "rowheader", "columnheader"}
        nodes = self.call("Accessibility.getFullAXTree")["nodes"]
        return [
            node["role"]["value"] for node in nodes
            if not node["ignored"] and node["role"]["value"] in kinds and not node.get("name", {}).get("value")
        ]

    def faults(self):
        """Overflow in pixels, small controls and faint text; all empty on a good page."""
        return [self.value("looks.overflow()"), self.value("looks.small()"), *self.value("looks.faint()")]
