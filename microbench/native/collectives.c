/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Collectives on all PEs, us: every PE times each call by itself, a barrier that is not timed separates the calls; the
 * mean over PEs and calls counts. Barriers follow one another. Called with the sizes in bytes; the calls are those of
 * OpenSHMEM 1.4.
 */
#include "twin.h"

static int *source, *dest, *work;
static long *sync_words;
static int count;

/* Enough for each of the collectives; the barrier between two calls lets one array do. */
#define SYNC_WORDS (SHMEM_ALLTOALL_SYNC_SIZE + SHMEM_REDUCE_SYNC_SIZE + SHMEM_COLLECT_SYNC_SIZE + SHMEM_BCAST_SYNC_SIZE)

#define LOOP(name, call)                           \
    static void name(long turns)                   \
    {                                              \
        for (long i = 0; i < turns; i++) {         \
            double start = now_ns();               \
            call;                                  \
            inside += now_ns() - start;            \
            shmem_barrier_all();                   \
        }                                          \
    }

LOOP(broadcast, shmem_broadcast32(dest, source, count, 0, 0, 0, n_pes, sync_words))
LOOP(reduce, shmem_int_sum_to_all(dest, source, count, 0, 0, n_pes, work, sync_words))
LOOP(fcollect, shmem_fcollect32(dest, source, count, 0, 0, n_pes, sync_words))
LOOP(alltoall, shmem_alltoall32(dest, source, count, 0, 0, n_pes, sync_words))

static void barrier(long turns)
{
    for (long i = 0; i < turns; i++)
        shmem_barrier_all();
}

static int number(int pe, int i)
{
    return pe * 1000003 + i * 7 + 1;
}

static void prepare(int elements)
{
    for (int i = 0; i < elements; i++)
        source[i] = number(me, i);
    shmem_barrier_all();
}

static void check(const char *what, int pe, int from, int at)
{
    for (int i = 0; i < count; i++)
        if (dest[at + i] != number(pe, from + i))
            fail(what, at + i);
}

static void size_rows(long bytes)
{
    count = (int)(bytes / sizeof(int));
    prepare(count);
    print_row("broadcast", bytes, measure(broadcast, n_pes, INSIDE) * 1e-3);
    if (me != 0)
        check("broadcast", 0, 0, 0);
    print_row("reduce", bytes, measure(reduce, n_pes, INSIDE) * 1e-3);
    for (int i = 0; i < count; i++) {
        int sum = 0;
        for (int pe = 0; pe < n_pes; pe++)
            sum += number(pe, i);
        if (dest[i] != sum)
            fail("reduce", i);
    }
    print_row("fcollect", bytes, measure(fcollect, n_pes, INSIDE) * 1e-3);
    for (int pe = 0; pe < n_pes; pe++)
        check("fcollect", pe, 0, pe * count);
    prepare(count * n_pes);
    print_row("alltoall", bytes, measure(alltoall, n_pes, INSIDE) * 1e-3);
    for (int pe = 0; pe < n_pes; pe++)
        check("alltoall", pe, me * count, pe * count);
}

int main(int argc, char **argv)
{
    twin_start(argc, argv);
    long most = 4;
    for (int i = 3; i < argc; i++)
        most = atol(argv[i]) > most ? atol(argv[i]) : most;
    source = shmem_align(128, most * n_pes);
    dest = shmem_align(128, most * n_pes);
    work = shmem_malloc(most + SHMEM_REDUCE_MIN_WRKDATA_SIZE * sizeof(int));
    sync_words = shmem_malloc(sizeof(long) * SYNC_WORDS);
    for (int i = 0; i < SYNC_WORDS; i++)
        sync_words[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
    print_row("barrier_all", 0, measure(barrier, n_pes, LEADER) * 1e-3);
    for (int i = 3; i < argc; i++)
        size_rows(atol(argv[i]));
    shmem_finalize();
    return 0;
}
