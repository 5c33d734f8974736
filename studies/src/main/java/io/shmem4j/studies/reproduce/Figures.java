// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.figure.Figure;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Figures that belong together, how they are made, and the claims about them. */
abstract class Figures {
    final Laboratory laboratory;

    /** Subclasses add their figures and claims to the laboratory when they are made. */
    Figures(Laboratory laboratory) {
        this.laboratory = laboratory;
    }

    final void figure(String id, Supplier<Figure> maker) {
        laboratory.add(id, maker);
    }

    final void claim(String id, Supplier<Result> check) {
        laboratory.claim(id, check);
    }

    /** {@return the values of a figure, made at its first use} */
    final Values values(String figure) {
        return new Values(laboratory.figure(figure));
    }

    /** {@return the number that a publication has for a claim} */
    static double published(String claim) {
        return Double.parseDouble(Paper.row(claim).published());
    }

    /** {@return of several values the one that the range of a claim bears least} */
    static double extreme(String claim, double... values) {
        Row row = Paper.row(claim);
        double middle = (row.least() + row.tolerance()) / 2;
        return Arrays.stream(values).boxed().max(Comparator.comparingDouble(value -> Math.abs(value - middle)))
            .orElseThrow();
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    static String list(String format, double... values) {
        return list(Arrays.stream(values).mapToObj(value -> text(format, value)));
    }

    static String list(Stream<String> texts) {
        return texts.collect(Collectors.joining(", "));
    }
}
