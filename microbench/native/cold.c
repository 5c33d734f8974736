/* SPDX-License-Identifier: Apache-2.0 */
/*
 * First calls of a plain loop over one operation, and warm ones, us: the twin of "bench cold". Called with the
 * operation, the bytes of a call's data, the calls of the cold loop, and the milliseconds to get warm in. The calls are
 * those of OpenSHMEM 1.4.
 */
#include "twin.h"

#define LENGTH 1024
#define MARKS 4
#define COUNT (MARKS + 1)
#define SYNC_WORDS (SHMEM_ALLTOALL_SYNC_SIZE + SHMEM_REDUCE_SYNC_SIZE + SHMEM_COLLECT_SYNC_SIZE + SHMEM_BCAST_SYNC_SIZE)
#define SETS 64

static const int marks[MARKS] = {1, 100, 1000, 3000};
static const char *const names[MARKS] = {"first call", "to call 100", "to call 1000", "to call 3000"};

static int *source, *dest, *work;
static long *words, *sync_words, *next_batch;
static uint64_t *arrived;
static int count, peer;
static long sent, sum, expected, last;
static double passed[COUNT], cold[COUNT], *reported;

/* The loop that users write: the operation, and now and then a look at the clock. */
#define LOOP(name, call)                                   \
    static void name(long calls)                           \
    {                                                      \
        int mark = 0;                                      \
        double start = now_ns();                           \
        for (long i = 1; i <= calls; i++) {                \
            call;                                          \
            if (mark < MARKS && i == marks[mark])          \
                passed[mark++] = now_ns() - start;         \
        }                                                  \
        passed[MARKS] = now_ns() - start;                  \
    }

/*
 * Sets of synchronisation words in turns, so that calls follow one another without a barrier. Only the root of a
 * broadcast may be more than a call ahead, and has to wait before a set comes again.
 */
#define SYNC_SET (sync_words + (i & (SETS - 1)) * SYNC_WORDS)
#define WORK_SET (work + (i & 1) * (count / 2 + 1 + SHMEM_REDUCE_MIN_WRKDATA_SIZE))

LOOP(barrier, shmem_barrier_all())
LOOP(sync_all, shmem_sync_all())
LOOP(sum_all, shmem_int_sum_to_all(dest, source, count, 0, 0, n_pes, WORK_SET, SYNC_SET))
LOOP(broadcast, shmem_broadcast32(dest, source, count, 0, 0, 0, n_pes, SYNC_SET);
    if ((i & (SETS - 1)) == SETS - 1) shmem_barrier_all())
LOOP(fcollect, shmem_fcollect32(dest, source, count, 0, 0, n_pes, SYNC_SET))
LOOP(alltoall, shmem_alltoall32(dest, source, count, 0, 0, n_pes, SYNC_SET))
LOOP(p, shmem_long_p(words + (sent & (LENGTH - 1)), sent + 1, peer); sent++)
LOOP(g, sum += shmem_long_g(words + (i & (LENGTH - 1)), peer))
LOOP(put, sent++; shmem_long_put(words, &sent, 1, peer); shmem_quiet())
LOOP(get, shmem_long_get(&last, words, 1, peer))
LOOP(fetch_add, last = shmem_long_atomic_fetch_add(words, 1, peer))

static void answer_back(void)
{
#if SHMEM_MAJOR_VERSION > 1 || SHMEM_MINOR_VERSION >= 5
    shmem_putmem_signal(words, &sent, sizeof sent, arrived, sent, SHMEM_SIGNAL_SET, peer);
#else
    /* OpenSHMEM 1.4 has no put with signal: what programs write instead. */
    shmem_long_put(words, &sent, 1, peer);
    shmem_fence();
    shmem_long_atomic_set((long *)arrived, sent, peer);
#endif
}

static void turn(void)
{
    sent++;
    if (me == 0)
        answer_back();
    shmem_long_wait_until((long *)arrived, SHMEM_CMP_GE, sent);
    if (me == 1)
        answer_back();
}

LOOP(ping_pong, turn())

static int number(int pe, int i)
{
    return pe * 1000003 + i * 7 + 1;
}

static void check(const char *what, int at, int pe, int from)
{
    for (int i = 0; i < count; i++)
        if (dest[at + i] != number(pe, from + i))
            fail(what, at + i);
}

static void check_barrier(void)
{
    shmem_long_p(words + me, 1, 0);
    shmem_barrier_all();
    for (int pe = 0; pe < n_pes && me == 0; pe++)
        if (words[pe] != 1)
            fail("barrier", pe);
}

static void check_sum(void)
{
    for (int i = 0; i < count; i++) {
        int all = 0;
        for (int pe = 0; pe < n_pes; pe++)
            all += number(pe, i);
        if (dest[i] != all)
            fail("sum", i);
    }
}

static void check_broadcast(void)
{
    if (me != 0) /* OpenSHMEM 1.4 leaves the root's dest alone */
        check("broadcast", 0, 0, 0);
}

static void check_fcollect(void)
{
    for (int pe = 0; pe < n_pes; pe++)
        check("fcollect", pe * count, pe, 0);
}

static void check_alltoall(void)
{
    for (int pe = 0; pe < n_pes; pe++)
        check("alltoall", pe * count, pe, me * count);
}

static void check_p(void)
{
    for (long n = sent > LENGTH ? sent - LENGTH : 0; n < sent; n++)
        if (shmem_long_g(words + (n & (LENGTH - 1)), peer) != n + 1)
            fail("p", n & (LENGTH - 1));
}

static void check_g(void)
{
    if (sum != expected)
        fail("g", 0);
}

static void check_put(void)
{
    if (me == 0 && shmem_long_g(words, peer) != sent)
        fail("put", 0);
}

static void check_get(void)
{
    if (me == 0 && last != LENGTH)
        fail("get", 0);
}

static void check_add(void)
{
    if (me == 0 && (last != expected - 1 || shmem_long_g(words, peer) != expected))
        fail("fetch-add", 0);
}

static void check_ping_pong(void)
{
    if (words[0] != sent && me < 2)
        fail("ping-pong", 0);
}

/* What is called, by how many PEs (0: all), and how its result is looked at. */
static const struct operation {
    const char *name;
    loop_fn loop;
    int actors;
    void (*check)(void);
} operations[] = {
    {"barrier", barrier, 0, check_barrier}, {"sync", sync_all, 0, check_barrier}, {"sum", sum_all, 0, check_sum},
    {"broadcast", broadcast, 0, check_broadcast}, {"fcollect", fcollect, 0, check_fcollect},
    {"alltoall", alltoall, 0, check_alltoall}, {"p", p, 1, check_p}, {"g", g, 1, check_g}, {"put", put, 1, check_put},
    {"get", get, 1, check_get}, {"fetch-add", fetch_add, 1, check_add}, {"ping-pong", ping_pong, 2, check_ping_pong}};

/* What has to be known of the calls to check them. */
static void expect(const char *name, long calls)
{
    long rest = calls & (LENGTH - 1);
    if (strcmp(name, "g") == 0)
        expected += calls / LENGTH * (LENGTH * (LENGTH - 1) / 2) + rest * (rest + 1) / 2;
    else
        expected += calls;
}

/* One loop; PE 0 gets the times of the slowest PE. */
static void batch_of(const struct operation *o, long calls, double *slowest)
{
    memset(passed, 0, sizeof passed);
    if (o->actors == 0 || me < o->actors) {
        o->loop(calls);
        expect(o->name, calls);
    }
    shmem_double_put(reported + COUNT * me, passed, COUNT, 0);
    shmem_barrier_all();
    for (int i = 0; me == 0 && i < COUNT; i++) {
        slowest[i] = 0;
        for (int pe = 0; pe < n_pes; pe++)
            slowest[i] = reported[COUNT * pe + i] > slowest[i] ? reported[COUNT * pe + i] : slowest[i];
    }
}

/* Calls of the next loop, told to all: about 20 ms, 0 to end. */
static long agree(long calls, double ns, int on)
{
    double more = 20e6 * (double)calls / (ns > 1 ? ns : 1);
    if (me == 0)
        for (int pe = 0; pe < n_pes; pe++)
            shmem_long_p(next_batch, !on ? 0 : more < 1 ? 1 : more > 1 << 26 ? 1 << 26 : (long)more, pe);
    shmem_barrier_all();
    return *next_batch;
}

static void print_stretch(const char *operation, const char *stretch, long bytes, double ns)
{
    char name[64];
    snprintf(name, sizeof name, "%s, %s", operation, stretch);
    print_row(name, bytes, ns * 1e-3);
}

static void run(const struct operation *o, long bytes, long calls, double warm_ns)
{
    double times[COUNT], warm = 1e300;
    batch_of(o, calls, cold);
    double end = now_ns();
    long batch = agree(calls, cold[MARKS], 1);
    while (batch > 0) {
        batch_of(o, batch, times);
        warm = times[MARKS] / batch < warm ? times[MARKS] / batch : warm;
        batch = agree(batch, times[MARKS], now_ns() - end < warm_ns);
    }
    o->check();
    print_stretch(o->name, "cold", bytes, cold[MARKS] / calls);
    print_stretch(o->name, "warm", bytes, warm);
    int before = 0;
    for (int i = 0; i < MARKS && marks[i] <= calls; before = marks[i++])
        print_stretch(o->name, names[i], bytes, (cold[i] - (i > 0 ? cold[i - 1] : 0)) / (marks[i] - before));
}

static void allocate(long bytes)
{
    count = (int)(bytes / sizeof(int));
    size_t most = (bytes > 8 ? bytes : 8) * n_pes;
    source = shmem_align(128, most);
    dest = shmem_align(128, most);
    work = shmem_malloc(2 * (bytes + (SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1) * sizeof(int)));
    sync_words = shmem_malloc(SETS * sizeof(long) * SYNC_WORDS);
    words = shmem_calloc(LENGTH, sizeof(long));
    arrived = shmem_calloc(16, sizeof(uint64_t));
    next_batch = shmem_malloc(sizeof(long));
    reported = shmem_malloc(COUNT * n_pes * sizeof(double));
    for (int i = 0; i < SETS * SYNC_WORDS; i++)
        sync_words[i] = SHMEM_SYNC_VALUE;
    for (size_t i = 0; i < most / sizeof(int); i++)
        source[i] = number(me, (int)i);
}

int main(int argc, char **argv)
{
    twin_start(argc, argv);
    if (argc != 7) {
        fprintf(stderr, "usage: %s TRIALS MILLISECONDS OPERATION BYTES CALLS WARM-UP\n", argv[0]);
        return 2;
    }
    peer = me == 0 && n_pes > 1 ? 1 : 0;
    allocate(atol(argv[4]));
    for (int i = 0; i < LENGTH && strcmp(argv[3], "g") == 0; i++)
        words[i] = i;
    if (strcmp(argv[3], "get") == 0)
        words[0] = LENGTH;
    shmem_barrier_all();
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].name, argv[3]) == 0)
            run(operations + i, atol(argv[4]), atol(argv[5]), atof(argv[6]) * 1e6);
    shmem_finalize();
    return 0;
}
