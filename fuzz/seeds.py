"""Writes the initial corpus of the fuzz targets: real requests, one per file. Usage: seeds.py [FOLDER]; the default is `corpus` here."""

import json
import pathlib
import sys

root = pathlib.Path(__file__).resolve().parent
corpus = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "corpus"
for target in ["play", "replay", "seats"]:
    (corpus / target).mkdir(parents=True, exist_ok=True)

document = json.loads((root.parent / "openapi/openapi.json").read_text())

for path, item in document["paths"].items():
    body = item.get("post", {}).get("requestBody", {})
    example = body.get("content", {}).get("application/json", {}).get("example")
    if example is not None:
        target = "replay" if path.endswith("/replay") else "play"
        name = path.strip("/").replace("/", "-") + ".json"
        text = json.dumps(example, separators=(",", ":"))
        (corpus / target / name).write_text(text)
        if '"seats"' in text:
            (corpus / "seats" / name).write_text(text)

files = sorted((root.parent / "tests/conformance").glob("*.jsonl"))
runs = [json.loads(line) for file in files for line in file.read_text().splitlines()]
for number, run in enumerate(run for run in runs if "scores" in run):
    fields = ["game", "rules", "seed", "options", "moves"]
    text = json.dumps({field: run[field] for field in fields}, separators=(",", ":"))
    (corpus / "replay" / f"run-{number}.json").write_text(text)
