/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The example "poisson" in C. Arguments: rows and columns (128), norm of the residual that ends it (1e-8). OpenSHMEM
 * 1.4 has no put with signal: a put, a fence and a flag stand in its place.
 */
#include "twin.h"
#include <math.h>

static int size, rows;
static double *halos;
static long *from_above, *from_below, step;

static int first_row(int pe)
{
    return (int)((long)size * pe / n_pes);
}

static void send(double *to, const double *row, long *flag, int pe)
{
    shmem_double_put(to, row, size, pe);
    shmem_fence();
    shmem_long_p(flag, step, pe);
}

static inline double point(const double *from, int i, double left, double right)
{
    return 4 * from[i] - left - right - from[i - size] - from[i + size];
}

static void multiply(double *restrict from, double *restrict to)
{
    double *halo = halos + ++step % 2 * 2 * size;
    if (me > 0)
        send(halo + size, from + size, from_below, me - 1);
    if (me < n_pes - 1) {
        send(halo, from + rows * size, from_above, me + 1);
        shmem_long_wait_until(from_below, SHMEM_CMP_GE, step);
        memcpy(from + (rows + 1) * size, halo + size, size * sizeof(double));
    }
    if (me > 0) {
        shmem_long_wait_until(from_above, SHMEM_CMP_GE, step);
        memcpy(from, halo, size * sizeof(double));
    }
    for (int row = 1; row <= rows; row++) {
        int start = row * size, end = start + size - 1;
        for (int i = start; i <= end; i++)
            to[i] = point(from, i, from[i - 1], from[i + 1]);
        to[start] = point(from, start, 0, size > 1 ? from[start + 1] : 0);
        to[end] = point(from, end, size > 1 ? from[end - 1] : 0, 0);
    }
}

static double dot(const double *a, const double *b)
{
    double sum = 0;
    for (int i = size; i < (rows + 1) * size; i++)
        sum += a[i] * b[i];
    return sum_double(sum);
}

static void add(double *restrict to, double factor, const double *restrict other)
{
    for (int i = size; i < (rows + 1) * size; i++)
        to[i] += factor * other[i];
}

static void turn_to(double *restrict direction, double factor, const double *restrict residual)
{
    for (int i = size; i < (rows + 1) * size; i++)
        direction[i] = residual[i] + factor * direction[i];
}

static double *vector(void)
{
    return calloc((size_t)(rows + 2) * size, sizeof(double));
}

int main(int argc, char **argv)
{
    size = number(argc, argv, 1, 128);
    double rest = argc > 2 ? atof(argv[2]) : 1e-8;
    twin_start();
    rows = first_row(me + 1) - first_row(me);
    halos = shmem_malloc(4 * size * sizeof(double));
    from_above = zeroed(1, sizeof(long));
    from_below = zeroed(1, sizeof(long));
    double *ones = vector(), *x = vector(), *residual = vector(), *direction = vector(), *product = vector();
    for (int i = size; i < (rows + 1) * size; i++)
        ones[i] = 1;
    multiply(ones, residual);
    add(direction, 1, residual);
    double start = seconds(), norm = dot(residual, residual);
    int steps = 0;
    for (; sqrt(norm) > rest; steps++) {
        multiply(direction, product);
        double alpha = norm / dot(direction, product);
        add(x, alpha, direction);
        add(residual, -alpha, product);
        double next = dot(residual, residual);
        turn_to(direction, next / norm, residual);
        norm = next;
    }
    double took = seconds() - start;
    add(x, -1, ones);
    if (!(sqrt(dot(x, x)) / size < 1e-6))
        fail("solution", 0);
    if (me == 0)
        printf("%d x %d equations on %d PEs: %d steps of %.1f us\n", size, size, n_pes, steps, took / steps * 1e6);
    shmem_finalize();
    return 0;
}
