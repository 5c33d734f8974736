// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

/** Transforms of a plane along x and y. */
final class PlaneTransform {
    /** Numbers of a cache line, which are copied together. */
    private static final int LINE = 8;

    private final int nx;
    private final int ny;
    private final int rowLength;
    private final double[][] rootsX;
    private final double[][] rootsY;
    private final Lines lines;
    /** Real and imaginary parts of the plane, row by row, each of {@link FtProblem#rowLength()}. */
    final double[][] plane;

    PlaneTransform(FtProblem problem) {
        nx = problem.nx();
        ny = problem.ny();
        rowLength = problem.rowLength();
        rootsX = Lines.roots(nx);
        rootsY = Lines.roots(ny);
        lines = new Lines(Math.max(nx, ny));
        plane = new double[2][rowLength * ny];
    }

    /** Transforms the plane. */
    void forward() {
        for (int y = 0; y < ny; y += Lines.WIDTH) {
            takeRows(y);
            lines.transform(nx, rootsX);
            giveRows(y);
        }
        for (int x = 0; x < nx; x += Lines.WIDTH) {
            takeColumns(x);
            lines.transform(ny, rootsY);
            giveColumns(x);
        }
    }

    /** Transforms the plane back. */
    void backward() {
        for (int x = 0; x < nx; x += Lines.WIDTH) {
            takeColumns(x);
            lines.transformBack(ny, rootsY);
            giveColumns(x);
        }
        for (int y = 0; y < ny; y += Lines.WIDTH) {
            takeRows(y);
            lines.transformBack(nx, rootsX);
            giveRows(y);
        }
    }

    private void takeColumns(int x) {
        for (int y = 0; y < ny; y++) {
            System.arraycopy(plane[0], y * rowLength + x, lines.re, y * Lines.WIDTH, Lines.WIDTH);
            System.arraycopy(plane[1], y * rowLength + x, lines.im, y * Lines.WIDTH, Lines.WIDTH);
        }
    }

    private void giveColumns(int x) {
        for (int y = 0; y < ny; y++) {
            System.arraycopy(lines.re, y * Lines.WIDTH, plane[0], y * rowLength + x, Lines.WIDTH);
            System.arraycopy(lines.im, y * Lines.WIDTH, plane[1], y * rowLength + x, Lines.WIDTH);
        }
    }

    private void takeRows(int y) {
        for (int x = 0; x < nx; x += LINE) {
            for (int w = 0; w < Lines.WIDTH; w++) {
                turn(plane[0], (y + w) * rowLength + x, 1, lines.re, x * Lines.WIDTH + w, Lines.WIDTH);
                turn(plane[1], (y + w) * rowLength + x, 1, lines.im, x * Lines.WIDTH + w, Lines.WIDTH);
            }
        }
    }

    private void giveRows(int y) {
        for (int x = 0; x < nx; x += LINE) {
            for (int w = 0; w < Lines.WIDTH; w++) {
                turn(lines.re, x * Lines.WIDTH + w, Lines.WIDTH, plane[0], (y + w) * rowLength + x, 1);
                turn(lines.im, x * Lines.WIDTH + w, Lines.WIDTH, plane[1], (y + w) * rowLength + x, 1);
            }
        }
    }

    private static void turn(double[] from, int at, int apart, double[] to, int place, int distance) {
        for (int i = 0; i < LINE; i++) {
            to[place + i * distance] = from[at + i * apart];
        }
    }
}
