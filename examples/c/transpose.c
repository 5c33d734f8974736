/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The example "transpose" in C. Arguments: rows of a band (256), iterations (20). Open MPI's alltoall writes to PEs that
 * have not called it yet, so all meet before each one.
 */
#include "twin.h"

/* Lays block after block down, each transposed. */
static void pack(const double *restrict a, double *restrict packed, int rows)
{
    int order = rows * n_pes;
    for (int block = 0; block < n_pes; block++)
        for (int column = 0; column < rows; column++) {
            const double *from = a + block * rows + column;
            double *to = packed + (block * rows + column) * rows;
            for (int row = 0; row < rows; row++)
                to[row] = from[row * order];
        }
}

static void add(double *restrict b, const double *restrict arrived, int rows)
{
    int order = rows * n_pes;
    for (int block = 0; block < n_pes; block++)
        for (int row = 0; row < rows; row++) {
            const double *from = arrived + (block * rows + row) * rows;
            double *to = b + row * order + block * rows;
            for (int column = 0; column < rows; column++)
                to[column] += from[column];
        }
}

static void check(const double *b, int first_row, int rows, int iterations)
{
    int order = rows * n_pes;
    double increments = iterations * (iterations - 1.0) / 2;
    for (int i = 0; i < rows * order; i++) {
        double expected = iterations * ((double)(i % order) * order + first_row + i / order) + increments;
        if (b[i] != expected)
            fail("element", i);
    }
}

int main(int argc, char **argv)
{
    int rows = number(argc, argv, 1, 256), iterations = number(argc, argv, 2, 20);
    twin_start();
    int order = rows * n_pes;
    size_t length = (size_t)rows * order;
    double *a = malloc(length * sizeof *a), *b = calloc(length, sizeof *b);
    double *packed = shmem_malloc(length * sizeof *packed), *arrived = shmem_malloc(length * sizeof *arrived);
    for (size_t i = 0; i < length; i++)
        a[i] = (double)me * length + i;
    shmem_barrier_all();
    double start = seconds();
    for (int k = 0; k < iterations; k++) {
        pack(a, packed, rows);
        shmem_sync_all();
        shmem_alltoall64(arrived, packed, (size_t)rows * rows, 0, 0, n_pes, sync_set());
        add(b, arrived, rows);
        for (size_t i = 0; i < length; i++)
            a[i]++;
    }
    double took = max_double(seconds() - start);
    check(b, me * rows, rows, iterations);
    if (me == 0)
        printf("transpose of %d x %d on %d PEs: %.3f ms, %.2f GB/s\n", order, order, n_pes, took / iterations * 1e3,
            2.0 * sizeof(double) * order * order * iterations / took * 1e-9);
    shmem_finalize();
    return 0;
}
