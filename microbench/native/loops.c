/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of users' programs, as LoopsArrays has them. */
#define ARGUMENTS double *restrict a, double *restrict b, double *restrict c, double *restrict d, int *restrict k, \
    int *restrict h, signed char *restrict x, signed char *restrict y, int rows, int columns
#define FACTOR 1e-3
#define ENTRIES 8
#define COUNTERS 256
#define INNER for (int i = 1; i < rows - 1; i++) for (int j = i * columns + 1; j < (i + 1) * columns - 1; j++)
#define ALL for (int i = 0; i < rows * columns; i++)

double stencil(ARGUMENTS) {
    INNER b[j] = .25 * (a[j - columns] + a[j + columns] + a[j - 1] + a[j + 1]);
    return 0;
}

double product(ARGUMENTS) {
    double sum = 0;
    INNER {
        double q = 4 * a[j] - a[j - columns] - a[j + columns] - a[j - 1] - a[j + 1];
        b[j] = q;
        sum += a[j] * q;
    }
    return sum;
}

double update(ARGUMENTS) {
    double sum = 0;
    ALL {
        a[i] += FACTOR * c[i];
        b[i] -= FACTOR * d[i];
        sum += b[i] * b[i];
    }
    return sum;
}

double direction(ARGUMENTS) {
    ALL a[i] = b[i] + FACTOR * a[i];
    return 0;
}

double triad(ARGUMENTS) {
    ALL a[i] = b[i] + FACTOR * c[i];
    return 0;
}

double dot(ARGUMENTS) {
    double sum = 0;
    ALL sum += a[i] * b[i];
    return sum;
}

double sparse(ARGUMENTS) {
    for (int i = 0; i < rows * columns / ENTRIES; i++) {
        double line = 0;
        for (int entry = i * ENTRIES; entry < (i + 1) * ENTRIES; entry++) line += a[entry] * b[k[entry]];
        c[i] = line;
    }
    return 0;
}

double transpose(ARGUMENTS) {
    int side = rows < columns ? rows : columns;
    for (int i = 0; i < side; i++) for (int j = 0; j < side; j++) b[j * columns + i] = a[i * columns + j];
    return 0;
}

double life(ARGUMENTS) {
    INNER {
        int near = x[j - columns - 1] + x[j - columns] + x[j - columns + 1] + x[j - 1] + x[j + 1]
            + x[j + columns - 1] + x[j + columns] + x[j + columns + 1];
        y[j] = near == 3 ? 1 : near == 2 ? x[j] : 0;
    }
    return 0;
}

double histogram(ARGUMENTS) {
    ALL h[k[i] & COUNTERS - 1]++;
    return 0;
}

double prefix(ARGUMENTS) {
    int sum = 0;
    ALL {
        sum += k[i];
        h[i] = sum;
    }
    return 0;
}
