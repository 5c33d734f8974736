# SPDX-License-Identifier: Apache-2.0
"""A model that PEs share, one layer of numpy: each step is a batch of the rows that all PEs of Served.java have put."""

import statistics
import sys
import time

import numpy

import shmem4j


def attached():
    """Returns the only job as soon as it runs and has its objects."""
    while True:
        try:
            job = shmem4j.Job.attach(writable=True)
            job["outputs"], job["done"]
            return job
        except (shmem4j.Error, KeyError, FileNotFoundError):
            time.sleep(0.01)


steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
with attached() as job:
    batch, outputs, full, done = job["batch"].pe(0), job["outputs"].pe(0), job["full"], job["done"]
    weights = numpy.full((batch.shape[1], 1), 1 / batch.shape[1])
    model = []
    for step in range(1, steps + 1):
        full.wait(">=", step * job.n_pes)
        start = time.perf_counter()
        numpy.tanh(batch @ weights, out=outputs)
        model.append(time.perf_counter() - start)
        for pe in range(job.n_pes):
            done.swap(step, pe)
    print(f"{steps} batches of {len(batch)} rows: p50 of the model {1e6 * statistics.median(model):.1f} us")
