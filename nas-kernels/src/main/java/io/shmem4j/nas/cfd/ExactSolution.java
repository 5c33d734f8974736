// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/** The polynomial that the scheme converges to, and the state it starts from. */
public final class ExactSolution {
    private static final double[][] CE = {
        {2, 0, 0, 4, 5, 3, .5, .02, .01, .03, .5, .4, .3},
        {1, 0, 0, 0, 1, 2, 3, .01, .03, .02, .4, .3, .5},
        {2, 2, 0, 0, 0, 2, 3, .04, .03, .05, .3, .5, .4},
        {2, 2, 0, 0, 0, 2, 3, .03, .05, .04, .2, .1, .3},
        {5, 4, 3, 2, .1, .4, .3, .05, .04, .03, .1, .3, .2}};

    private final int n;
    private final double spacing;

    public ExactSolution(int n) {
        this.n = n;
        this.spacing = 1.0 / (n - 1);
    }

    /** {@return an unknown of the exact solution at a grid point} */
    public double at(int m, int i, int j, int k) {
        return value(m, i * spacing, j * spacing, k * spacing);
    }

    private static double value(int m, double xi, double eta, double zeta) {
        double[] c = CE[m];
        return c[0] + xi * (c[1] + xi * (c[4] + xi * (c[7] + xi * c[10])))
            + eta * (c[2] + eta * (c[5] + eta * (c[8] + eta * c[11])))
            + zeta * (c[3] + zeta * (c[6] + zeta * (c[9] + zeta * c[12])));
    }

    /** {@return an unknown of the first state: exact on the boundary, inside a blend of what opposite faces have} */
    public double start(int m, int i, int j, int k) {
        if (boundary(i) || boundary(j) || boundary(k)) {
            return at(m, i, j, k);
        }
        double xi = i * spacing;
        double eta = j * spacing;
        double zeta = k * spacing;
        double x = xi * value(m, 1, eta, zeta) + (1 - xi) * value(m, 0, eta, zeta);
        double y = eta * value(m, xi, 1, zeta) + (1 - eta) * value(m, xi, 0, zeta);
        double z = zeta * value(m, xi, eta, 1) + (1 - zeta) * value(m, xi, eta, 0);
        return x + y + z - x * y - x * z - y * z + x * y * z;
    }

    private boolean boundary(int index) {
        return index == 0 || index == n - 1;
    }
}
