# SPDX-License-Identifier: Apache-2.0
"""Executes the cases of a table as a visitor; VisitorCasesIT starts it and the job. Prints what differs."""

import contextlib
import os
import sys

import shmem4j

if os.environ.get("WITHOUT_NUMPY"):
    shmem4j.numpy = None

END, FREE, LIMIT = 1, 3, 60
KINDS = {"range": ValueError, "type": TypeError, "index": IndexError, "pe": IndexError, "timeout": TimeoutError,
         **dict.fromkeys(("readonly", "freed", "closed", "ended"), shmem4j.Error)}


def number(text):
    return float(text) if "." in text else int(text)


def call(entry, name, args, pe, index):
    if name == "pe":
        return entry.pe(pe)
    if name == "wait":
        return int(entry.wait(args[0], number(args[1]), pe, index, timeout=0.001))
    if name == "put":
        return entry.put([number(value) for value in args[0].split(",") if value != "."], pe, index)
    if name == "get":
        return entry.get(pe, index, int(args[0]))
    if name == "cas":
        return entry.compare_swap(number(args[0]), number(args[1]), pe, index)
    if name in ("swap", "add"):
        return getattr(entry, name)(number(args[0]), pe, index)
    return entry.bits(name, number(args[0]), pe, index)


def execute(objects, words, checks):
    """Executes a case; returns what differs, or None."""
    _, name, pe, index, before, routine, *rest = words
    at = next(i for i, word in enumerate(rest) if word in ("=", "!"))
    args, kind, result, after = rest[:at], rest[at], rest[at + 1], rest[at + 2]
    entry, pe, index = objects[name], int(pe), int(index)
    if before != "-":
        entry.pe(pe)[index] = int(before)
    try:
        found = call(entry, routine, args, pe, index)
        if kind == "!":
            return f"{found} in place of {result}"
        if result != "ok" and found != int(result):
            return f"{found}"
    except Exception as error:
        if kind == "=" or not isinstance(error, KINDS[result]) or len(str(error)) < 10:
            return f"{type(error).__name__}: {error}"
    if after != "-" and checks.pe(pe)[index] != int(after):
        return f"{checks.pe(pe)[index]} is stored"
    return None


def ask(job, what):
    for pe in range(2):
        job["ask"].swap(what, pe, 1)
    expected = [job["ask"].add(1, pe) + 1 for pe in range(2)]
    for pe in range(0 if what == END else 2):
        job["answer"].wait(">=", expected[pe], pe, timeout=LIMIT)


def main(path):
    with open(path, encoding="ascii") as file:
        cases = [line.split() for line in file if line.strip() and not line.startswith("#")]
    count = 0
    with shmem4j.Job.attach(writable=True) as job:
        closed = shmem4j.Job.attach(writable=True)
        jobs = {"open": job, "python": job, "freed": job, "ended": job,
                "readonly": shmem4j.Job.attach(), "closed": closed}
        objects = {phase: {entry.name: entry for entry in each.objects()} for phase, each in jobs.items()}
        closed.close()
        last = None
        for words in cases:
            phase = words[0]
            if phase != last and phase == "freed":
                ask(job, FREE)
                again = job["again"]
                again.pe(0)[0] = again.pe(1)[0] = 77
            if phase != last and phase == "ended":
                ask(job, END)
                with contextlib.suppress(shmem4j.Error):
                    job.wait("answer", "==", -99, timeout=LIMIT)
            last = phase
            differs = execute(objects[phase], words, objects[phase].get(words[1]))
            if differs is None and phase == "freed" and (again.pe(0)[0], again.pe(1)[0]) != (77, 77):
                differs = "the object that has the memory now was changed"
            if differs is not None:
                print(" ".join(words), "->", differs)
            count += 1
    print(count, "cases")


if __name__ == "__main__":
    main(sys.argv[1])
