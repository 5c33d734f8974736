// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A group of figures: how to make them, and the claims about them. */
abstract class Figures {
    final Laboratory laboratory;

    /** Constructors of subclasses add their figures and claims to the laboratory. */
    Figures(Laboratory laboratory) {
        this.laboratory = laboratory;
    }

    final void figure(String id, Supplier<Figure> maker) {
        laboratory.add(id, maker);
    }

    final void claim(String id, Supplier<Result> check) {
        laboratory.claim(id, check);
    }

    /** {@return the values of a figure, which is made at its first use} */
    final Values values(String figure) {
        return new Values(laboratory.figure(figure));
    }

    /** {@return the published number of a claim} */
    static double published(String claim) {
        return Double.parseDouble(Paper.row(claim).published());
    }

    /** {@return the value that comes closest to violating the claim's range} */
    static double extreme(String claim, double... values) {
        Row row = Paper.row(claim);
        double middle = (row.lo() + row.hi()) / 2;
        return Arrays.stream(values).boxed().max(Comparator.comparingDouble(value -> Math.abs(value - middle)))
            .orElseThrow();
    }

    /** {@return 1 if a text is the published one, else 0} */
    static Result same(String claim, String text) {
        return Result.of(text.equals(Paper.row(claim).published()) ? 1 : 0, text);
    }

    /** {@return the least difference of a number and the one before} */
    static double leastRise(double... numbers) {
        return IntStream.range(1, numbers.length).mapToDouble(i -> numbers[i] - numbers[i - 1]).min().orElseThrow();
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
