// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    private static final String REDUCE = "{'test':'reduce','title':'reduce of %1$d PEs, best of 5 trials','machine':"
        + "{'PEs':'%1$d'},'columns':['size','auto putget (us)','auto direct (us)'],'rows':[[8,%1$d,2],[16,5,null],"
        + "[32,7,4]],'notes':[]}";
    private static final String LOCKS = "{'test':'locks','title':'t','columns':['update','updates (GUP/s)',"
        + "'per PE (M/s)','errors (%)'],'rows':[['atomic',0.5,250,0]],'notes':[]}";
    private static final String LATENCY = "{'test':'latency','title':'time, 5 trials of 20 ms','columns':['operation',"
        + "'bytes','min (ns)','median (ns)','max (ns)','allocated (B/op)'],'rows':[['quiet',null,1,2,9,0],['p',8,3,4,9,"
        + "0],['get',8,2,1,9,0],['get',16,2,2,9,0],['get',32,null,null,9,0]],'notes':[]}";
    private static final String IS = "{'benchmark':'IS','class':'A','iterations':10,'warmup':1,'seconds':1.0,'pes':%d,"
        + "'mops':%s,'verified':%s,'reduction':'auto','transfer':'direct','loops':'scalar','rehearsal':'%s'}";

    @TempDir
    private Path folder;

    private final Results results = new Results();

    private ResultsTest add(String run, String... lines) throws IOException {
        results.read(Files.writeString(folder.resolve("file"), String.join("\n", lines)), run);
        return this;
    }

    private Figure figure(String name) {
        return results.figures().get(name);
    }

    private static List<String> names(Figure figure) {
        return figure.series().stream().map(Series::name).toList();
    }

    private static Map<Double, Double> points(Figure figure, int curve) {
        return figure.series().get(curve).points().stream().collect(Collectors.toMap(Point::x,
            point -> point.sample().median()));
    }

    @Test
    void transfersOfOneAlgorithmShareAColour() throws IOException {
        Figure figure = add("a", REDUCE.formatted(4)).figure("reduce.svg");
        assertEquals("reduce of 4 PEs", figure.title());
        assertEquals("time (us)", figure.y());
        assertEquals(List.of("auto putget", "auto direct"), names(figure));
        assertEquals(figure.series().get(0).style().colour(), figure.series().get(1).style().colour());
        assertEquals(Map.of(8.0, 2.0, 32.0, 4.0), points(figure, 1));
    }

    @Test
    void runsOfOneSubjectAreOverlaid() throws IOException {
        add("old", REDUCE.formatted(4)).add("new", REDUCE.formatted(4));
        assertEquals(List.of("reduce.svg"), List.copyOf(results.figures().keySet()));
        assertEquals(List.of("auto putget, old", "auto direct, old", "auto putget, new", "auto direct, new"),
            names(figure("reduce.svg")));
    }

    @Test
    void runsWithOtherNumbersOfPesAreDrawnOverThese() throws IOException {
        add("b", REDUCE.formatted(8)).add("a", REDUCE.formatted(2));
        assertEquals(4, results.figures().size());
        Figure figure = figure("reduce-3.svg");
        assertTrue(figure.title().contains("of 8 bytes over the number of PEs"), figure.title());
        assertEquals(Map.of(2.0, 2.0, 8.0, 8.0), points(figure, 0));
    }

    @Test
    void onlyColumnsOfOneUnitAreDrawnTogether() throws IOException {
        Figure figure = add("a", LOCKS).figure("locks.svg");
        assertEquals(List.of("updates"), names(figure));
        assertEquals(List.of("atomic"), figure.names());
    }

    @Test
    void operationsBecomeCurvesOrBars() throws IOException {
        add("a", LATENCY);
        Figure bars = figure("latency.svg");
        assertEquals("time", bars.title());
        assertEquals(List.of("quiet", "p"), bars.names());
        assertEquals(List.of("min", "median"), names(bars));
        assertEquals(Map.of(1.0, 2.0, 2.0, 4.0), points(bars, 1));
        assertEquals(List.of("get, min", "get, median"), names(figure("latency-2.svg")));
        assertEquals(Map.of(8.0, 1.0, 16.0, 2.0), points(figure("latency-2.svg"), 1));
    }

    @Test
    void kernelsAreDrawnOverThePesByTheMedianOfEqualRuns() throws IOException {
        Figure figure = add("a", IS.formatted(1, 160, true, "100"), IS.formatted(2, 90, true, "100"),
            IS.formatted(2, 300, true, "100"), IS.formatted(2, 280, true, "100")).figure("IS-A.svg");
        assertEquals(List.of("direct, scalar"), names(figure));
        assertEquals(Map.of(1.0, 160.0, 2.0, 280.0), points(figure, 0));
    }

    @Test
    void unusualRunsOfAKernelAreCurvesOfTheirOwn() throws IOException {
        add("a", IS.formatted(2, 90, true, "none"), IS.formatted(2, 95, false, "100"),
            IS.formatted(2, 99, null, "100"));
        assertEquals(List.of("direct, scalar, no rehearsal", "direct, scalar, wrong",
            "direct, scalar, unverified, steps: 10"), names(figure("IS-A.svg")));
    }
}
