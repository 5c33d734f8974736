/* SPDX-License-Identifier: Apache-2.0 */
/* The measuring method of the Java suite for C programs: trials of equal length, of which the best one counts. */
#ifndef TWIN_H
#define TWIN_H
#define _GNU_SOURCE
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void (*loop_fn)(long turns);

/* Whose time counts: PE 0's; from the first actor's start to the last one's end; the mean of what PEs time inside. */
enum clock_kind { LEADER, EACH, INSIDE };

static int me, n_pes, trials;
static double trial_ns;
static double inside;          /* what a loop has timed by itself */
static double *reports;        /* on PE 0: start, end, inside of each PE */
static double *answer;         /* time that counts, wall clock time */

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

static void fail(const char *what, long at)
{
    fprintf(stderr, "wrong result of %s at element %ld on PE %d\n", what, at, me);
    shmem_global_exit(1);
}

/* Starts a program called as: program TRIALS MILLISECONDS [more words]. */
static void twin_start(int argc, char **argv)
{
    if (argc < 3) {
        fprintf(stderr, "usage: %s TRIALS MILLISECONDS ...\n", argv[0]);
        exit(2);
    }
    trials = atoi(argv[1]);
    trial_ns = atof(argv[2]) * 1e6;
    shmem_init();
    me = shmem_my_pe();
    n_pes = shmem_n_pes();
    reports = shmem_malloc(3 * n_pes * sizeof(double));
    answer = shmem_malloc(2 * sizeof(double));
}

/* Runs a loop on the first PEs; all PEs get the same times. */
static double batch(loop_fn loop, long turns, int actors, enum clock_kind kind)
{
    inside = 0;
    shmem_barrier_all();
    double start = now_ns();
    if (me < actors)
        loop(turns);
    double mine[3] = {start, now_ns(), inside};
    shmem_double_put(reports + 3 * me, mine, 3, 0);
    shmem_barrier_all();
    if (me == 0) {
        double first = reports[0], last = reports[1], sum = 0;
        for (int pe = 0; pe < actors; pe++) {
            double *report = reports + 3 * pe;
            first = report[0] < first ? report[0] : first;
            last = report[1] > last ? report[1] : last;
            sum += report[2];
        }
        double result[2] = {kind == LEADER ? reports[1] - reports[0] : kind == EACH ? last - first : sum / actors,
            last - first};
        for (int pe = 0; pe < n_pes; pe++)
            shmem_double_put(answer, result, 2, pe);
    }
    shmem_barrier_all();
    return answer[0];
}

/* Wall clock time of the fastest of three batches: one alone may have waited for a core. */
static double least_wall(loop_fn loop, long turns, int actors, enum clock_kind kind)
{
    double least = 1e300;
    for (int i = 0; i < 3; i++) {
        batch(loop, turns, actors, kind);
        least = answer[1] < least ? answer[1] : least;
    }
    return least;
}

/* Nanoseconds of a turn in the best trial; collective. */
static double measure(loop_fn loop, int actors, enum clock_kind kind)
{
    long turns = 1;
    double wall = least_wall(loop, turns, actors, kind);
    while (wall < trial_ns / 2 && turns < 1L << 28) {
        turns *= 2;
        wall = least_wall(loop, turns, actors, kind);
    }
    turns = (long)(turns * trial_ns / wall) + 1;
    double best = 1e300;
    for (int trial = 0; trial < trials; trial++) {
        double ns = batch(loop, turns, actors, kind) / turns;
        best = ns < best ? ns : best;
    }
    return best;
}

static void print_row(const char *name, long bytes, double value)
{
    if (me == 0) {
        printf("%s\t%ld\t%.5f\n", name, bytes, value);
        fflush(stdout);
    }
}
#endif
