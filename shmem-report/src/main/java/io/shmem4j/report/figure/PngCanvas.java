// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report.figure;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** A picture of dots; the only class that needs java.desktop. */
final class PngCanvas implements Canvas {
    private static final int SIZE = 13;
    private static final float MITER = 10;

    private final BufferedImage image;
    private final Graphics2D graphics;

    PngCanvas(int width, int height) {
        System.setProperty("java.awt.headless", "true");
        image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
    }

    @Override
    public void line(Pen pen, double[] x, double[] y) {
        float[] dash = new float[pen.dash().length];
        for (int i = 0; i < dash.length; i++) {
            dash[i] = (float) pen.dash()[i];
        }
        graphics.setColor(new Color(pen.colour()));
        graphics.setStroke(new BasicStroke((float) pen.width(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, MITER,
            dash.length == 0 ? null : dash, 0));
        graphics.draw(path(x, y));
    }

    @Override
    public void area(int colour, double opacity, double[] x, double[] y, String words) {
        graphics.setColor(new Color(colour | (int) Math.round(255 * opacity) << 24, true));
        Path2D path = path(x, y);
        path.closePath();
        graphics.fill(path);
    }

    @Override
    public void dot(int colour, double x, double y, double radius, String words) {
        graphics.setColor(new Color(colour));
        graphics.fill(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius));
    }

    @Override
    public void text(double x, double y, Anchor anchor, String words, boolean bold) {
        graphics.setColor(new Color(INK));
        graphics.setFont(new Font(Font.SANS_SERIF, bold ? Font.BOLD : Font.PLAIN, SIZE));
        double width = graphics.getFontMetrics().stringWidth(words);
        graphics.drawString(words, (float) (x - switch (anchor) {
            case BEGIN -> 0;
            case MIDDLE -> width / 2;
            case END -> width;
        }), (float) y);
    }

    @Override
    public void upwards(double x, double y, Anchor anchor, String words) {
        AffineTransform before = graphics.getTransform();
        graphics.rotate(-Math.PI / 2, x, y);
        text(x, y, anchor, words, false);
        graphics.setTransform(before);
    }

    @Override
    public void save(Path file) throws IOException {
        graphics.dispose();
        ImageIO.write(image, "png", file.toFile());
    }

    private static Path2D path(double[] x, double[] y) {
        Path2D path = new Path2D.Double();
        path.moveTo(x[0], y[0]);
        for (int i = 1; i < x.length; i++) {
            path.lineTo(x[i], y[i]);
        }
        return path;
    }
}
