/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic operations on words of PE 0, millions a second of all PEs that do them: the twin of "bench atomics". */
#include "twin.h"

static long *words;
static long *at;
static volatile long sink;

#define LOOP(name, call)                           \
    static void name(long turns)                   \
    {                                              \
        for (long i = 0; i < turns; i++)           \
            call;                                  \
    }

LOOP(fetch_add, sink = shmem_long_atomic_fetch_add(at, 1, 0))
LOOP(add, shmem_long_atomic_add(at, 1, 0))
LOOP(fetch_inc, sink = shmem_long_atomic_fetch_inc(at, 0))
LOOP(inc, shmem_long_atomic_inc(at, 0))
LOOP(fetch, sink = shmem_long_atomic_fetch(at, 0))
LOOP(set, shmem_long_atomic_set(at, i, 0))
LOOP(swap, sink = shmem_long_atomic_swap(at, i, 0))
LOOP(compare_swap, sink = shmem_long_atomic_compare_swap(at, i, i + 1, 0))
LOOP(fetch_and, sink = shmem_ulong_atomic_fetch_and((unsigned long *)at, i, 0))
LOOP(and_loop, shmem_ulong_atomic_and((unsigned long *)at, i, 0))
LOOP(fetch_or, sink = shmem_ulong_atomic_fetch_or((unsigned long *)at, i, 0))
LOOP(or_loop, shmem_ulong_atomic_or((unsigned long *)at, i, 0))
LOOP(fetch_xor, sink = shmem_ulong_atomic_fetch_xor((unsigned long *)at, i, 0))
LOOP(xor_loop, shmem_ulong_atomic_xor((unsigned long *)at, i, 0))

static const struct {
    const char *name;
    loop_fn loop;
} operations[] = {
    {"fetch-add", fetch_add}, {"add", add}, {"fetch-inc", fetch_inc}, {"inc", inc}, {"fetch", fetch}, {"set", set},
    {"swap", swap}, {"compare-swap", compare_swap}, {"fetch-and", fetch_and}, {"and", and_loop},
    {"fetch-or", fetch_or}, {"or", or_loop}, {"fetch-xor", fetch_xor}, {"xor", xor_loop},
};

static void row(const char *operation, const char *where, loop_fn loop, int actors)
{
    char name[80];
    snprintf(name, sizeof name, "%s, %s", operation, where);
    print_row(name, 0, actors * 1e3 / measure(loop, actors, EACH));
}

int main(int argc, char **argv)
{
    char same[40], own[40];
    twin_start(argc, argv);
    words = shmem_align(128, 128 * (size_t)n_pes);
    memset(words, 0, 128 * (size_t)n_pes);
    snprintf(same, sizeof same, "%d PEs, same word", n_pes);
    snprintf(own, sizeof own, "%d PEs, own lines", n_pes);
    for (size_t op = 0; op < sizeof operations / sizeof *operations; op++) {
        at = words;
        row(operations[op].name, "1 PE", operations[op].loop, 1);
        if (n_pes > 1) {
            row(operations[op].name, same, operations[op].loop, n_pes);
            at = words + 16 * me;
            row(operations[op].name, own, operations[op].loop, n_pes);
        }
    }
    *words = 0;
    at = words;
    shmem_barrier_all();
    fetch_add(1000);
    shmem_barrier_all();
    if (me == 0 && *words != 1000L * n_pes)
        fail("fetch-add", 0);
    shmem_finalize();
    return 0;
}
