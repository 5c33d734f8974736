/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The example "wavefront" in C. Arguments: rows (1000), columns (1000), sweeps (10). OpenSHMEM 1.4 has no put with
 * signal: a put, a fence and a flag stand in its place.
 */
#include "twin.h"

static int rows, first, length;
static double *line, *left, last;
static long *arrived;

static int share(int columns, int pe)
{
    return (int)((long)columns * pe / n_pes);
}

static double row(double before, double diagonal)
{
    double here = before;
    for (int j = 0; j < length; j++) {
        double above = line[j];
        here = above + here - diagonal;
        line[j] = here;
        diagonal = above;
    }
    return here;
}

static void send(int i, double value, long flag, int pe)
{
    shmem_double_p(left + i, value, pe);
    shmem_fence();
    shmem_long_p(arrived, flag, pe);
}

static void sweep(long number)
{
    for (int j = 0; j < length; j++)
        line[j] = first + j;
    if (me == 0 && number > 0)
        shmem_long_wait_until(arrived, SHMEM_CMP_EQ, number);
    double diagonal = me == 0 ? left[0] : first - 1;
    for (int i = 1; i < rows; i++) {
        if (me > 0)
            shmem_long_wait_until(arrived, SHMEM_CMP_GE, number * rows + i);
        double before = me == 0 ? i : left[i];
        last = row(before, diagonal);
        diagonal = before;
        if (me < n_pes - 1)
            send(i, last, number * rows + i, me + 1);
    }
    if (me == n_pes - 1)
        send(0, -last, number + 1, 0);
}

int main(int argc, char **argv)
{
    rows = number(argc, argv, 1, 1000);
    int columns = number(argc, argv, 2, 1000);
    long sweeps = number(argc, argv, 3, 10);
    twin_start();
    first = 1 + share(columns - 1, me);
    length = 1 + share(columns - 1, me + 1) - first;
    line = malloc(length * sizeof(double));
    left = zeroed(rows, sizeof(double));
    arrived = zeroed(1, sizeof(long));
    double start = seconds();
    for (long i = 0; i < sweeps; i++)
        sweep(i);
    double took = (seconds() - start) / sweeps;
    double corner = sum_double(me == n_pes - 1 ? last : 0);
    if (corner != (double)sweeps * (rows + columns - 2))
        fail("corner", (long)corner);
    if (me == 0)
        printf("%ld sweeps over %d x %d on %d PEs: %.3f ms each, %.1f MFlops/s\n", sweeps, rows, columns, n_pes,
            took * 1e3, 2e-6 * (rows - 1) * (columns - 1) / took);
    shmem_finalize();
    return 0;
}
