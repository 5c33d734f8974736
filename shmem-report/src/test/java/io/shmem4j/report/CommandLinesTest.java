// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine;

/** Messages about mistakes in a command line. */
class CommandLinesTest {
    private enum Fruit { APPLE, CHERRY }

    @Command(name = "market", subcommands = Stall.class)
    private static final class Market {
    }

    @Command(name = "stall")
    private static final class Stall {
        @Option(names = "--kilograms")
        private int kilograms;

        @Option(names = "--fruit")
        private Fruit fruit;

        @Parameters(paramLabel = "NAME")
        private String name;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "stal                       | there is no stal; did you mean stall?",
        "street                     | there is no street; there are stall",
        "stall a --kilogram 3       | there is no option --kilogram; did you mean --kilograms?",
        "stall a --zzz              | there is no option --zzz",
        "stall                      | a NAME is missing after stall",
        "stall a --fruit            | --fruit needs a value",
        "stall a --kilograms much   | --kilograms: 'much' is not a whole number",
        "stall a --fruit chery      | --fruit: there is no chery; did you mean CHERRY?; known: APPLE, CHERRY"})
    void aMistakeIsNamedWithWhatWasMeant(String line, String message) {
        CommandLine parser = new CommandLine(new Market());
        assertEquals(message, assertThrows(UsageException.class, () ->
            CommandLines.read(parser, line.strip().split(" "))).getMessage());
    }

    @ParameterizedTest
    @CsvSource({"latncy, latency", "nop, np", "tag, tag-output", "heapsize, heap-size", "nas, ", "qqqq, ",
        "haep, heap-size", "lateycn, latency", "brodacast, broadcast", "taag, tag-output"})
    void theMostSimilarWordIsMeant(String unknown, String meant) {
        assertEquals(meant, CommandLines.mostSimilar(unknown, List.of("latency", "np", "tag-output", "heap-size",
            "broadcast")).orElse(null));
    }
}
