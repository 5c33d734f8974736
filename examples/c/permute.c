/* SPDX-License-Identifier: Apache-2.0 */
/* The example "permute" in C, the same calls. Arguments: rows of each PE (2000). */
#include "twin.h"

#define MOST 8
#define ROW_STEP 1000003
#define COLUMN_STEP 1000033

static int rows;
static long all;

static long moved(long index, long step)
{
    return (index * step + step / 2) % all;
}

static long mixed(uint64_t x)
{
    uint64_t y = (x ^ x >> 31) * 0x9e3779b97f4a7c15;
    return (long)((y ^ y >> 29) >> 1);
}

static int elements(long row)
{
    return 1 + (int)(mixed(row) % MOST);
}

static long column(long row, int k)
{
    return mixed(row * MOST + k + 1) % all;
}

int main(int argc, char **argv)
{
    rows = number(argc, argv, 1, 2000);
    twin_start();
    all = (long)rows * n_pes;
    long *row_to = shmem_malloc(rows * sizeof(long)), *column_to = shmem_malloc(rows * sizeof(long));
    int *begins = shmem_malloc((rows + 1) * sizeof(int)), end = 0;
    long *columns = shmem_malloc((size_t)MOST * rows * sizeof(long)), *comes_from = shmem_malloc(rows * sizeof(long));
    long first = (long)rows * me;
    begins[0] = 0;
    for (int i = 0; i < rows; i++) {
        row_to[i] = moved(first + i, ROW_STEP);
        column_to[i] = moved(first + i, COLUMN_STEP);
        for (int k = 0; k < elements(first + i); k++)
            columns[end++] = column(first + i, k);
        begins[i + 1] = end;
    }
    long *permuted = malloc((size_t)MOST * rows * sizeof(long));
    int *lengths = malloc(rows * sizeof(int));
    shmem_barrier_all();
    double start = seconds();
    for (int i = 0; i < rows; i++)
        shmem_long_p(comes_from + row_to[i] % rows, first + i, (int)(row_to[i] / rows));
    shmem_barrier_all();
    for (int i = 0; i < rows; i++) {
        long old = comes_from[i], *row = permuted + i * MOST;
        int pe = (int)(old / rows), bounds[2];
        shmem_int_get(bounds, begins + old % rows, 2, pe);
        lengths[i] = bounds[1] - bounds[0];
        shmem_long_get(row, columns + bounds[0], lengths[i], pe);
        for (int k = 0; k < lengths[i]; k++)
            row[k] = shmem_long_g(column_to + row[k] % rows, (int)(row[k] / rows));
    }
    double took = max_double(seconds() - start);
    long count = 0;
    for (int i = 0; i < rows; i++) {
        long old = comes_from[i];
        if (moved(old, ROW_STEP) != first + i || lengths[i] != elements(old))
            fail("row", first + i);
        for (int k = 0; k < lengths[i]; k++)
            if (permuted[i * MOST + k] != moved(column(old, k), COLUMN_STEP))
                fail("row", first + i);
        count += lengths[i];
    }
    count = sum_long(count);
    if (me == 0)
        printf("%ld elements of a matrix of %ld rows permuted on %d PEs in %.2f ms\n", count, all, n_pes, took * 1e3);
    shmem_finalize();
    return 0;
}
