// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.ft;

/** Transforms of a plane along x and y. */
final class PlaneTransform {
    private final int nx;
    private final int ny;
    private final int rowLength;
    private final double[][] rootsX;
    private final double[][] rootsY;
    private final Lines lines;
    /** Rows whose elements lie side by side, to be transformed. */
    private final double[][] rows;
    /** Real and imaginary parts of the plane, row by row, each of {@link FtProblem#rowLength()}. */
    final double[][] plane;

    PlaneTransform(FtProblem problem) {
        nx = problem.nx();
        ny = problem.ny();
        rowLength = problem.rowLength();
        rootsX = Lines.roots(nx);
        rootsY = Lines.roots(ny);
        lines = new Lines(Math.max(nx, ny));
        rows = new double[2][nx * Lines.WIDTH];
        plane = new double[2][rowLength * ny];
    }

    void forward() {
        for (int y = 0; y < ny; y += Lines.WIDTH) {
            takeRows(y);
            lines.transform(rows, 0, Lines.WIDTH, nx, rootsX);
            giveRows(y);
        }
        columns(plane);
    }

    void backward() {
        columns(Lines.exchanged(plane));
        double[][] exchanged = Lines.exchanged(rows);
        for (int y = 0; y < ny; y += Lines.WIDTH) {
            takeRows(y);
            lines.transform(exchanged, 0, Lines.WIDTH, nx, rootsX);
            giveRows(y);
        }
    }

    private void columns(double[][] numbers) {
        for (int x = 0; x < nx; x += Lines.WIDTH) {
            lines.transform(numbers, x, rowLength, ny, rootsY);
        }
    }

    private void takeRows(int y) {
        for (int part = 0; part < 2; part++) {
            for (int x = 0; x < nx; x += Lines.WIDTH) {
                Butterfly.turn(plane[part], y * rowLength + x, rowLength, rows[part], x * Lines.WIDTH, Lines.WIDTH);
            }
        }
    }

    private void giveRows(int y) {
        for (int part = 0; part < 2; part++) {
            for (int x = 0; x < nx; x += Lines.WIDTH) {
                Butterfly.turn(rows[part], x * Lines.WIDTH, Lines.WIDTH, plane[part], y * rowLength + x, rowLength);
            }
        }
    }
}
