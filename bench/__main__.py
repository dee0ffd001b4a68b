"""Runs every benchmark, prints one table and writes it to build/bench.json."""

import json
import sys
from pathlib import Path

from bench import (
    accounts,
    administration,
    booking,
    bulk,
    community,
    crawl,
    first_load,
    footprint,
    growth,
    lighthouse,
    notices,
    pages,
    realtime,
    rest,
    row_changes,
    schema_cache,
    search,
    slots,
    storage,
)
from bench.row import Row

OUT = Path(__file__).parent.parent / "build" / "bench.json"


def main() -> None:
    """Run the benchmarks named as arguments, or all."""
    modules = {
        module.__name__.rpartition(".")[2]: module
        for module in (
            first_load,
            pages,
            crawl,
            rest,
            accounts,
            bulk,
            schema_cache,
            realtime,
            row_changes,
            storage,
            footprint,
            growth,
            community,
            administration,
            notices,
            search,
            slots,
            booking,
            lighthouse,
        )
    }
    chosen = sys.argv[1:] or list(modules)
    rows: list[Row] = []
    for name in chosen:
        for row in modules[name].measure():
            rows.append(row)
            sign = "ok " if row.ok else "LOW"
            comparison = "at least" if row.better == "higher" else "at most"
            print(f"{sign} {row.name:<66} {row.value:>9.3g}  {comparison} {row.target:<6g} {row.detail}", flush=True)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps([row.as_json() for row in rows], indent=2) + "\n")
    print(f"\n{OUT}")


if __name__ == "__main__":
    main()
