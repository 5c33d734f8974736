/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the machine allows without a library: loads, stores, copies and a full fence between memory of two processes, a
 * line that goes from core to core, and STREAM. Called as: limits TRIALS MILLISECONDS latency, or ... stream N ELEMENTS
 * with N processes at once.
 */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SPREAD 1024
#define LARGEST (1 << 20)
#define MOST_PROCESSES 256
#define MOST_TRIALS 1000

typedef void (*loop_fn)(long turns);

static int trials;
static double trial_ns;
static long *memory;                 /* shared */
static long private_memory[LARGEST / sizeof(long)];
static _Atomic long *ball;           /* shared, on a line of its own */
static size_t size;
static volatile long sink;

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void *shared(size_t bytes)
{
    void *area = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (area == MAP_FAILED) {
        perror("mmap");
        exit(1);
    }
    memset(area, 0, bytes);
    return area;
}

static double best_of(loop_fn loop)
{
    long turns = 1;
    double ns, best = 1e300;
    for (;;) {
        double start = now_ns();
        loop(turns);
        ns = now_ns() - start;
        if (ns >= trial_ns / 2)
            break;
        turns *= 2;
    }
    turns = (long)(turns * trial_ns / ns) + 1;
    for (int trial = 0; trial < trials; trial++) {
        double start = now_ns();
        loop(turns);
        ns = (now_ns() - start) / turns;
        best = ns < best ? ns : best;
    }
    return best;
}

static void store(long turns)
{
    for (long i = 0; i < turns; i++)
        __atomic_store_n(memory + (i & (SPREAD - 1)), i, __ATOMIC_RELEASE);
}

static void load(long turns)
{
    long sum = 0;
    for (long i = 0; i < turns; i++)
        sum += __atomic_load_n(memory + (i & (SPREAD - 1)), __ATOMIC_ACQUIRE);
    sink = sum;
}

static void fence(long turns)
{
    for (long i = 0; i < turns; i++)
        atomic_thread_fence(memory_order_seq_cst);
}

static void copy_out(long turns)
{
    for (long i = 0; i < turns; i++) {
        memcpy(memory, private_memory, size);
        atomic_thread_fence(memory_order_seq_cst);
    }
}

static void copy_in(long turns)
{
    for (long i = 0; i < turns; i++) {
        memcpy(private_memory, memory, size);
        __asm__ volatile("" ::: "memory");
    }
}

static void fetch_add(long turns)
{
    for (long i = 0; i < turns; i++)
        sink = atomic_fetch_add(ball, 1);
}

/* Sends odd numbers and waits for the even ones that the other process answers. */
static void serve(long turns)
{
    for (long i = 0; i < turns; i++) {
        long value = atomic_load_explicit(ball, memory_order_acquire) + 1;
        atomic_store_explicit(ball, value, memory_order_release);
        while (atomic_load_explicit(ball, memory_order_acquire) == value)
            ;
    }
}

static void answer(void)
{
    for (long value;;) {
        while ((value = atomic_load_explicit(ball, memory_order_acquire)) >= 0 && value % 2 == 0)
            ;
        if (value < 0)
            _exit(0);
        atomic_store_explicit(ball, value + 1, memory_order_release);
    }
}

static void row(const char *name, long bytes, double value)
{
    printf("%s\t%ld\t%.5f\n", name, bytes, value);
    fflush(stdout);
}

static void latency(void)
{
    static const size_t sizes[] = {8, 64, 1 << 10, 8 << 10, 64 << 10, LARGEST};
    memory = shared(LARGEST);
    ball = shared(4096);
    row("p", 8, best_of(store));
    row("g", 8, best_of(load));
    row("quiet", 0, best_of(fence));
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        size = sizes[s];
        row("put + quiet", (long)size, best_of(copy_out));
        row("get", (long)size, best_of(copy_in));
    }
    row("fetch-add", 8, best_of(fetch_add));
    if (sysconf(_SC_NPROCESSORS_ONLN) > 1) {
        atomic_store(ball, 0);
        fflush(stdout);
        pid_t other = fork();
        if (other == 0)
            answer();
        row("ping-pong, view load/store", 8, best_of(serve) / 2);
        atomic_store(ball, -1);
        waitpid(other, NULL, 0);
    }
}

static double *restrict a, *restrict b, *restrict c;
static long elements;

#define KERNEL(name, statement)                     \
    static void name(void)                         \
    {                                              \
        for (long i = 0; i < elements; i++)        \
            statement;                             \
    }

KERNEL(copy, c[i] = a[i])
KERNEL(scale, b[i] = 3.0 * c[i])
KERNEL(add, c[i] = a[i] + b[i])
KERNEL(triad, a[i] = b[i] + 3.0 * c[i])

static const struct {
    const char *name;
    void (*run)(void);
    double bytes;
} kernels[] = {{"Copy", copy, 16}, {"Scale", scale, 16}, {"Add", add, 24}, {"Triad", triad, 24}};

struct board {
    _Atomic int arrived[4 * 2 * (MOST_TRIALS + 1)];
    double start[MOST_PROCESSES], end[MOST_PROCESSES];
};

static void meet(struct board *board, int *step, int processes)
{
    atomic_fetch_add(&board->arrived[*step], 1);
    while (atomic_load(&board->arrived[*step]) < processes)
        ;
    ++*step;
}

static void stream_process(struct board *board, int id, int processes)
{
    int step = 0;
    a = malloc(3 * elements * sizeof(double));
    b = a + elements;
    c = b + elements;
    for (long i = 0; i < elements; i++) {
        a[i] = 1;
        b[i] = 2;
        c[i] = 0;
    }
    for (int which = 0; which < 4; which++) {
        double best = 0;
        for (int trial = 0; trial <= trials; trial++) {
            meet(board, &step, processes);
            board->start[id] = now_ns();
            kernels[which].run();
            board->end[id] = now_ns();
            meet(board, &step, processes);
            double first = board->start[0], last = board->end[0];
            for (int p = 1; p < processes; p++) {
                first = board->start[p] < first ? board->start[p] : first;
                last = board->end[p] > last ? board->end[p] : last;
            }
            double rate = kernels[which].bytes * elements * processes / (last - first) * 1e3;
            best = trial > 0 && rate > best ? rate : best;
        }
        if (id == 0)
            row(kernels[which].name, 0, best);
    }
    /* A kernel that is repeated changes nothing more: c = 1, b = 3, c = 1 + 3, a = 3 + 12. */
    for (long i = 0; i < elements; i++) {
        if (a[i] != 15 || b[i] != 3 || c[i] != 4) {
            fprintf(stderr, "wrong result of STREAM at element %ld\n", i);
            exit(1);
        }
    }
}

static void stream(int processes)
{
    struct board *board = shared(sizeof *board);
    fflush(stdout);
    for (int id = 1; id < processes; id++) {
        if (fork() == 0) {
            stream_process(board, id, processes);
            _exit(0);
        }
    }
    stream_process(board, 0, processes);
    while (wait(NULL) > 0)
        ;
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: %s TRIALS MILLISECONDS latency | stream PROCESSES ELEMENTS\n", argv[0]);
        return 2;
    }
    trials = atoi(argv[1]);
    trial_ns = atof(argv[2]) * 1e6;
    if (strcmp(argv[3], "stream") != 0) {
        latency();
        return 0;
    }
    int processes = argc > 4 ? atoi(argv[4]) : 1;
    elements = argc > 5 ? atol(argv[5]) : 1 << 20;
    if (processes < 1 || processes > MOST_PROCESSES || elements < 1 || trials > MOST_TRIALS) {
        fprintf(stderr, "from 1 to %d processes, up to %d trials\n", MOST_PROCESSES, MOST_TRIALS);
        return 2;
    }
    stream(processes);
    return 0;
}
