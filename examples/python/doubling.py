# SPDX-License-Identifier: Apache-2.0
"""Doubles the array of Doubling.java in place each time it is full: PYTHONPATH=python python3 doubling.py."""

import time

import shmem4j


def attached(name):
    """Returns the job as soon as it runs and has its objects."""
    while True:
        try:
            job = shmem4j.Job.attach(name, writable=True)
            job["done"]
            return job
        except (shmem4j.Error, KeyError):
            time.sleep(0.01)


with attached("doubling") as job:
    numbers, round = job["numbers"].pe(0), 1
    print(f"{numbers.nbytes >> 20} MiB of PE 0, not copied")
    while True:
        with job.wait("full", "!=", round - 1, reply=job["done"]) as seen:
            if seen < 0:
                break
            start = time.perf_counter()
            numbers *= 2
            print(f"round {seen}: numpy took {1e3 * (time.perf_counter() - start):.1f} ms", flush=True)
            round += 1
