/* SPDX-License-Identifier: Apache-2.0 */
/* Time of one operation between PE 0 and PE 1, ns: the twin of "bench latency". */
#include "twin.h"

#define SPREAD 1024
#define LARGEST (1 << 20)

static long *target, *word, *lock, *flag;
static long source[LARGEST / sizeof(long)];
static long count, round_trip;
static size_t size;
static int peer;
static volatile long sink;

static void p_loop(long turns)
{
    for (long i = 0; i < turns; i++, count++)
        shmem_long_p(target + (count & (SPREAD - 1)), count, peer);
}

static void g_loop(long turns)
{
    long sum = 0;
    for (long i = 0; i < turns; i++, count++)
        sum += shmem_long_g(target + (count & (SPREAD - 1)), peer);
    sink = sum;
}

static void quiet_loop(long turns)
{
    for (long i = 0; i < turns; i++)
        shmem_quiet();
}

static void fence_loop(long turns)
{
    for (long i = 0; i < turns; i++)
        shmem_fence();
}

static void put_loop(long turns)
{
    for (long i = 0; i < turns; i++) {
        shmem_putmem(target, source, size, peer);
        shmem_quiet();
    }
}

static void get_loop(long turns)
{
    for (long i = 0; i < turns; i++)
        shmem_getmem(source, target, size, peer);
}

/* PE 0 serves, PE 1 answers; SEND sends `value` and WAIT waits for it. */
#define PING_PONG(name, SEND, WAIT)                \
    static void name(long turns)                   \
    {                                              \
        for (long i = 0; i < turns; i++) {         \
            long value = ++round_trip;             \
            if (me == 0) { SEND; }                 \
            WAIT;                                  \
            if (me == 1) { SEND; }                 \
        }                                          \
    }

PING_PONG(p_ping_pong, shmem_long_p(word, value, peer), shmem_long_wait_until(word, SHMEM_CMP_GE, value))
PING_PONG(set_ping_pong, shmem_long_atomic_set(word, value, peer), shmem_long_wait_until(word, SHMEM_CMP_GE, value))
#if SHMEM_MAJOR_VERSION > 1 || SHMEM_MINOR_VERSION >= 5
PING_PONG(signal_ping_pong, shmem_putmem_signal(target, source, size, (uint64_t *)flag, value, SHMEM_SIGNAL_SET, peer),
    shmem_signal_wait_until((uint64_t *)flag, SHMEM_CMP_GE, value))
#else
/* OpenSHMEM 1.4 has no put with signal: what programs write instead. */
PING_PONG(signal_ping_pong, shmem_putmem(target, source, size, peer); shmem_fence();
    shmem_long_atomic_set(flag, value, peer), shmem_long_wait_until(flag, SHMEM_CMP_GE, value))
#endif

static void barrier_loop(long turns)
{
    for (long i = 0; i < turns; i++)
        shmem_barrier_all();
}

static void sync_loop(long turns)
{
    for (long i = 0; i < turns; i++)
        shmem_sync_all();
}

static void lock_loop(long turns)
{
    for (long i = 0; i < turns; i++) {
        shmem_set_lock(lock);
        shmem_clear_lock(lock);
    }
}

static void sizes(void)
{
    static const size_t all[] = {8, 64, 1 << 10, 8 << 10, 64 << 10, LARGEST};
    for (size_t s = 0; s < sizeof all / sizeof *all; s++) {
        size = all[s];
        long last = (long)(size / sizeof(long)) - 1;
        for (long i = 0; i <= last; i++)
            source[i] = 7 * i + last;
        print_row("put + quiet", (long)size, measure(put_loop, 1, LEADER));
        if (me == 0 && shmem_long_g(target + last, peer) != 8 * last)
            fail("put", last);
        memset(source, 0, size);
        print_row("get", (long)size, measure(get_loop, 1, LEADER));
        if (me == 0 && source[last] != 8 * last)
            fail("get", last);
    }
}

int main(int argc, char **argv)
{
    twin_start(argc, argv);
    peer = me == 0 && n_pes > 1 ? 1 : 0;
    target = shmem_calloc(LARGEST / sizeof(long), sizeof(long));
    word = shmem_align(128, 128);
    flag = shmem_align(128, 128);
    lock = shmem_calloc(16, sizeof(long));
    *word = *flag = 0;
    print_row("p", 8, measure(p_loop, 1, LEADER));
    print_row("g", 8, measure(g_loop, 1, LEADER));
    print_row("quiet", 0, measure(quiet_loop, 1, LEADER));
    print_row("fence", 0, measure(fence_loop, 1, LEADER));
    sizes();
    if (n_pes > 1) {
        print_row("ping-pong, p + wait_until", 8, measure(p_ping_pong, 2, LEADER) / 2);
        print_row("ping-pong, atomic set + wait_until", 8, measure(set_ping_pong, 2, LEADER) / 2);
        for (size = 8; size <= 1024; size *= 128)
            print_row("ping-pong, put_signal", (long)size, measure(signal_ping_pong, 2, LEADER) / 2);
    }
    print_row("barrier_all", 0, measure(barrier_loop, n_pes, LEADER));
    print_row("sync_all", 0, measure(sync_loop, n_pes, LEADER));
    print_row("set_lock + clear_lock, free", 0, measure(lock_loop, 1, LEADER));
    shmem_finalize();
    return 0;
}
