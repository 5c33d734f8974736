// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.Figure.Axes;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure.Style;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FigureFileTest {
    private static final Series MAIN = new Series("a < b", true, List.of(
        Point.of(1, new Sample(3, 4, 5), new Range(2, 9)), Point.of(64, new Sample(30, 40, 50), new Range(20, 90))));
    private static final Series OTHER = new Series("rival", false, List.of(Point.of(1, 7), Point.of(64, 0.7)));
    @TempDir
    private Path folder;

    private static Figure figure(Axes axes) {
        return new Figure("a title & more", "PEs", "time [us]", axes, List.of(MAIN, OTHER), List.of());
    }

    private String svg(Figure figure) throws IOException {
        Path file = folder.resolve("figure.svg");
        FigureFile.drawing(file).write(figure);
        return Files.readString(file);
    }

    /** A curve that lies on another one is named by it, and one beyond the scale is left out but named. */
    @Test
    void curvesThatCantBeSeenAreNamed() throws IOException {
        int[] settings = {1, 2, 4};
        Figure figure = new Figure("t", "x", "y", Axes.LINEAR, List.of(Series.of("first", settings, n -> n),
            Series.of("second", settings, n -> 1.001 * n), Series.of("far", settings, n -> 7000 * n)), List.of());
        String text = svg(figure.without("far"));
        assertTrue(text.contains("second (the same as first)"), text);
        assertTrue(text.contains("far (beyond the scale, from 7000)"), text);
        assertFalse(text.contains("10K"), "the scale is that of the others");
        assertTrue(svg(figure).contains("30K"));
        Path table = folder.resolve("figure.csv");
        FigureFile.table(table).write(figure.without("far"));
        assertTrue(Files.readString(table).contains("28000"));
    }

    @Test
    void curvesThatPartAreNotTheSame() throws IOException {
        int[] settings = {1, 2, 4, 8, 16};
        String text = svg(new Figure("t", "x", "y", Axes.LINEAR, List.of(Series.of("first", settings, n -> n),
            Series.of("second", settings, n -> n < 16 ? n : 2 * n)), List.of()));
        assertFalse(text.contains("the same as"), text);
    }

    @ParameterizedTest
    @EnumSource
    void everythingLiesWithinThePicture(Axes axes) throws IOException {
        String text = svg(figure(axes));
        Matcher size = Pattern.compile("viewBox=\"0 0 (\\d+) (\\d+)\"").matcher(text);
        assertTrue(size.find());
        Matcher place = Pattern.compile("(?:[ML]|cx=\"|<text x=\")(-?[0-9.]+)(?: |\" c?y=\")(-?[0-9.]+)").matcher(text);
        int places = 0;
        while (place.find()) {
            double x = Double.parseDouble(place.group(1));
            double y = Double.parseDouble(place.group(2));
            assertTrue(x >= 0 && x <= Integer.parseInt(size.group(1)), place::group);
            assertTrue(y >= 0 && y <= Integer.parseInt(size.group(2)), place::group);
            places++;
        }
        assertTrue(places > 40, text);
        assertTrue(text.contains("a &lt; b (boxes: runs, band: model)") && text.contains("a title &amp; more"), text);
        assertEquals(text, svg(figure(axes)));
    }

    /** Four dots: 1 and 64 are as far apart as 64 times, so the middle of the axis is 8. */
    @Test
    void equalFactorsAreEquallyFarApart() throws IOException {
        Series three = new Series("three", false, List.of(Point.of(1, 1), Point.of(8, 10), Point.of(64, 100)));
        String text = svg(new Figure("t", "x", "y", Axes.LOGARITHMIC, List.of(three), List.of()));
        List<double[]> dots = Pattern.compile("cx=\"([0-9.]+)\" cy=\"([0-9.]+)\"").matcher(text).results()
            .map(dot -> new double[] {Double.parseDouble(dot.group(1)), Double.parseDouble(dot.group(2))}).toList();
        assertEquals(3, dots.size());
        for (int axis = 0; axis < 2; axis++) {
            assertEquals(dots.get(2)[axis] - dots.get(1)[axis], dots.get(1)[axis] - dots.get(0)[axis], 0.2);
        }
    }

    /** An axis of few decades begins and ends near its values, and has three ticks in each decade. */
    @ParameterizedTest
    @CsvSource({"24, 195, 20 50 100 200", "7, 9, 5 10", "2, 2, 2 5 10 20", "0.3, 70000, 1 10 100 1000 10K 100K"})
    void anAxisOfFactorsHasTicksNearItsValues(double least, double most, String labels) throws IOException {
        Series two = Series.of("two", new int[] {1, 2}, i -> i == 1 ? least : most);
        String text = svg(new Figure("t", "x", "y", Axes.LOGARITHMIC_VALUES, List.of(two), List.of()));
        assertEquals(labels, Pattern.compile("text-anchor=\"end\">([^<]+)<").matcher(text).results()
            .map(label -> label.group(1)).collect(Collectors.joining(" ")));
    }

    @Test
    void namedSettingsAreBars() throws IOException {
        Figure bars = new Figure("bars", "", "share", Axes.LINEAR, List.of("one", "two"),
            List.of(new Series("s", false, List.of(Point.of(1, 10), Point.of(2, 20)))), List.of());
        List<String> areas = Pattern.compile("<path fill=\"#0072B2\" d=\"M[0-9.]+ ([0-9.]+)L[0-9.]+ [0-9.]+L[0-9.]+ "
            + "([0-9.]+)").matcher(svg(bars)).results().map(area -> Double.toString(Math.round(
                Double.parseDouble(area.group(1)) - Double.parseDouble(area.group(2))))).toList();
        assertEquals(3, areas.size(), "two bars and the legend");
        assertEquals(2 * Double.parseDouble(areas.get(0)), Double.parseDouble(areas.get(1)), 1);
    }

    /** Curves of one family share a colour, and a value has its range. */
    @Test
    void styledCurvesHaveWordsAndRanges() {
        Series one = new Series("a, <fast>", false, new Style(2, 0),
            List.of(Point.of(1, new Sample(3), new Range(3, 8)), Point.of(2, 4)));
        Series two = new Series("a, slow", false, new Style(2, 1), List.of(Point.of(1, 5), Point.of(2, 6)));
        String text = FigureFile.svg(new Figure("t", "x", "y", Axes.LINEAR, List.of(one, two), List.of()));
        assertTrue(text.contains("fill=\"#009E73\"><title>a, &lt;fast&gt;: 3.000</title></circle>"), text);
        assertEquals(2, text.split("stroke=\"#009E73\" stroke-width=\"1.8\" stroke-dasharray=", -1).length - 1, text);
        assertEquals(1, text.split("stroke=\"#222222\" stroke-width=\"1.5\"", -1).length - 1, text);
    }

    @Test
    void aTableHasMediansBySetting() throws IOException {
        Path file = folder.resolve("figure.csv");
        FigureFile.table(file).write(figure(Axes.LINEAR));
        assertEquals(List.of("\"PEs\",\"a < b time [us]\",\"rival time [us]\"", "1.0,4.0,7.0", "64.0,40.0,0.7"),
            Files.readAllLines(file));
    }

    @Test
    void namesThatCannotBeWrittenAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> FigureFile.drawing(folder.resolve("figure.png")));
        assertThrows(IllegalArgumentException.class, () -> FigureFile.drawing(folder.resolve("none/figure.svg")));
        assertThrows(IllegalArgumentException.class, () -> FigureFile.table(folder.resolve("none/figure.csv")));
    }
}
