# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails if a link of the documents leads nowhere.

usage: doc_links.py ROOT

Reads README.md and docs/**/*.md. A link to a file must name one that exists; a
link to a section must name a heading of that document, as GitHub writes it: in
lower case, with '-' for blanks, without other punctuation.
"""

import re
import sys
from pathlib import Path


def text_of(path):
    """The text without code blocks and code, in which brackets are no links."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    return text


def anchors(path):
    seen, names = {}, set()
    for heading in re.findall(r"^#+ (.*)$", text_of(path), re.M):
        name = re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
        count = seen.get(name, 0)
        seen[name] = count + 1
        names.add(f"{name}-{count}" if count else name)
    return names


def main():
    root = Path(sys.argv[1]).resolve()
    documents = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    links = faults = 0
    for document in documents:
        text = re.sub(r"`[^`\n]*`", "", text_of(document))
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"\w+:", target):
                continue
            links += 1
            name, _, section = target.partition("#")
            path = (document.parent / name).resolve() if name else document
            if not path.exists():
                reason = "no such file"
            elif section and section not in anchors(path):
                reason = "no such section"
            else:
                continue
            faults += 1
            print(f"{document.relative_to(root)}: {target}: {reason}")
    print(f"{links} links, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
