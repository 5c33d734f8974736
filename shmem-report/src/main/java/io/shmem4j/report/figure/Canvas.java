// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report.figure;

import java.io.IOException;
import java.nio.file.Path;

/** Canvas of a drawing: text of a vector graphic, or the dots of a picture. Units are those of the screen. */
interface Canvas {
    /** Colour of text and axes. */
    int INK = 0x222222;

    enum Anchor {
        BEGIN, MIDDLE, END
    }

    /** How a line looks, with the lengths of its lines and gaps, none for a whole one. */
    record Pen(int colour, double width, double... dash) {
    }

    void line(Pen pen, double[] x, double[] y);

    /** Fills an area, which a reader may ask for words about; null for none. */
    void area(int colour, double opacity, double[] x, double[] y, String words);

    /** Draws a dot, which a reader may ask for words about; null for none. */
    void dot(int colour, double x, double y, double radius, String words);

    void text(double x, double y, Anchor anchor, String words, boolean bold);

    void upwards(double x, double y, Anchor anchor, String words);

    void save(Path file) throws IOException;
}
