"""The Python examples of `docs/embedding.md` run, and print what the page says."""

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from support import ROOT


def test_examples_of_the_page_print_what_it_says(address: str, tmp_path: Path) -> None:
    page = (ROOT / "docs/embedding.md").read_text()
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    # Output follows the example that prints it.
    output = [after[1] for before, after in pairwise(blocks) if (before[0], after[0]) == ("python", "text")]
    examples = [text for language, text in blocks if language == "python"]
    assert run(examples, "http://127.0.0.1:8080", address, tmp_path) == "".join(output)


def test_example_of_the_package_runs(address: str, tmp_path: Path) -> None:
    readme = (ROOT / "clients/python/README.md").read_text()
    examples = re.findall(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert len(examples) == 1
    assert run([*examples, "print(score)"], "https://funhouse.example", address, tmp_path) == "{'total': 54}\n"


def run(examples: list[str], placeholder: str, address: str, folder: Path) -> str:
    """Runs examples as one program, with the address of a service in place of another. Returns what it prints."""
    program = folder / "examples.py"
    program.write_text("".join(examples).replace(placeholder, address))
    ended = subprocess.run([sys.executable, program], stdout=subprocess.PIPE, text=True, check=True)
    return ended.stdout
