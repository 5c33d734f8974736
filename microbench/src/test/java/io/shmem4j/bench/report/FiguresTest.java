// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import io.shmem4j.report.Figure.Point;
import io.shmem4j.report.Figure.Series;
import io.shmem4j.report.Figure;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Plots made of tables. */
class FiguresTest {
    private static final String REDUCE = "{'test':'reduce','title':'reduce of %1$d PEs, best of 5 trials','chart':"
        + "{'kind':'lines','first':1,'y':'time (us)','logX':true,'logY':true},'columns':['size','auto putget (us)',"
        + "'auto direct (us)'],'rows':[[8,%1$d,2],[16,5,null],[32,7,4]],'notes':[]}";
    private static final String RATES = "{'test':'locks','title':'t','chart':{'kind':'bars','first':1,'y':'rate',"
        + "'logX':false,'logY':false},'columns':['update','updates (GUP/s)','per PE (M/s)','errors (%)'],"
        + "'rows':[['atomic',0.5,250,0]],'notes':[]}";
    private static final String COMPARED = "{'test':'compare-x','title':'x','columns':['operation','bytes','PEs',"
        + "'shmem4j (us)','native (us)','ours is faster by'],'rows':[['reduce',8,2,1,2,2],['reduce',8,4,2,4,2],"
        + "['reduce',8,8,3,6,2],['p',8,2,1,9,9],['get',8,2,1,2,2],['get',16,2,1,2,2],['get',32,2,1,null,null]],"
        + "'notes':[]}";

    private static Run run(String label, int pes, String... tables) {
        return new Run(label, pes, List.of(tables).stream()
            .map(table -> Table.of(JsonParser.parseString(table).getAsJsonObject())).toList());
    }

    private static List<String> names(Figure figure) {
        return figure.series().stream().map(Series::name).toList();
    }

    private static Map<Double, Double> points(Figure figure, int curve) {
        return figure.series().get(curve).points().stream().collect(Collectors.toMap(Point::x,
            point -> point.sample().median()));
    }

    @Test
    void transfersOfOneAlgorithmShareAColour() {
        Figure figure = new Figures(List.of(run("a", 4, REDUCE.formatted(4)))).all().get("reduce").getFirst();
        assertEquals("reduce of 4 PEs", figure.title());
        assertEquals(List.of("auto, put/get", "auto, direct"), names(figure));
        assertEquals(figure.series().get(0).style().colour(), figure.series().get(1).style().colour());
        assertEquals(Map.of(8.0, 2.0, 32.0, 4.0), points(figure, 1));
    }

    @Test
    void runsOfOneSubjectAreOverlaid() {
        List<Figure> figures = new Figures(List.of(run("old", 4, REDUCE.formatted(4)),
            run("new", 4, REDUCE.formatted(4)))).all().get("reduce");
        assertEquals(1, figures.size());
        assertEquals(List.of("auto putget, old", "auto direct, old", "auto putget, new", "auto direct, new"),
            names(figures.getFirst()));
    }

    @Test
    void runsWithOtherNumbersOfPesAreDrawnOverThese() {
        List<Figure> figures = new Figures(List.of(run("b", 8, REDUCE.formatted(8)), run("a", 2, REDUCE.formatted(2))))
            .all().get("reduce");
        assertEquals(4, figures.size());
        assertTrue(figures.get(2).title().contains("of 8 bytes over the number of PEs"), figures.get(2).title());
        assertEquals(Map.of(2.0, 2.0, 8.0, 8.0), points(figures.get(2), 0));
    }

    @Test
    void onlyColumnsOfOneUnitAreDrawnTogether() {
        assertEquals(List.of("updates"), names(new Figures(List.of(run("a", 2, RATES))).all().get("locks").getFirst()));
    }

    @Test
    void operationsBecomeCurvesOrBars() {
        List<Figure> figures = new Figures(List.of(run("a", 0, COMPARED))).all().get("compare-x");
        assertEquals(List.of("x, by size", "x, by PEs", "x"), figures.stream().map(Figure::title).toList());
        assertEquals(List.of("get, 2 PEs, shmem4j", "get, 2 PEs, native"), names(figures.get(0)));
        assertEquals(List.of("reduce, 8 B, shmem4j", "reduce, 8 B, native"), names(figures.get(1)));
        assertEquals(List.of("p, 2 PEs"), figures.get(2).names());
        assertEquals(Map.of(1.0, 9.0), points(figures.get(2), 1));
    }
}
