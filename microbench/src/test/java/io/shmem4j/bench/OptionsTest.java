// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.bench.suite.Benchmark;
import io.shmem4j.bench.suite.Options;
import io.shmem4j.report.UsageException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line. */
class OptionsTest {
    @Test
    void takesValuesBothWays() {
        Options options = Catalogue.parse("latency", "--min=1k", "--max", "2M", "barrier", "--trials=3");
        assertEquals(List.of("latency", "barrier"), options.tests().stream().map(Benchmark::name).toList());
        long[] sizes = options.sizes(8, 1, 4096);
        assertEquals(1024, sizes[0]);
        assertEquals(2 << 20, sizes[sizes.length - 1]);
        assertEquals(3, options.trials());
    }

    @Test
    void onlyChoosesRowsByWords() {
        Options options = Catalogue.parse("latency", "--only", "put,get");
        assertTrue(options.wants("put nbi"));
        assertFalse(options.wants("barrier_all"));
        assertEquals(List.of("put nbi"), options.wanted("latency", List.of("p", "put nbi"), name -> name));
        String message = assertThrows(UsageException.class, () -> options.wanted("latency", List.of("p", "g", "p"),
            name -> name)).getMessage();
        assertEquals("--only leaves nothing of the test 'latency', which has p, g", message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--trials 0|from 1 to", "--trials x|'x' is no whole number", "--trials|needs a value",
        "--format xml|xml is none of table, csv, json", "--min 2k --max 1k|larger than", "--max -3|--max",
        "--bogus|no option --bogus"})
    void refusesNonsense(String line, String words) {
        String message = assertThrows(UsageException.class, () -> Catalogue.parse(line.split(" "))).getMessage();
        assertTrue(message.contains(words), message);
    }

    @ParameterizedTest
    @ValueSource(strings = {",", "2,1", "2,", "0", "3", "two"})
    void aPeerIsOneOfTheOtherPes(String word) {
        assertEquals(2, Catalogue.parse("latency", "--peer", "2").peer(3, 1));
        String message = assertThrows(UsageException.class,
            () -> Catalogue.parse("latency", "--peer", word).peer(3, 1)).getMessage();
        assertEquals(word.equals("3") ? "--peer: there is no PE 3 in a job of 3"
            : "--peer: '" + word + "' is no whole number from 1 to 2147483647", message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "1 | barrier                           | needs two PEs or more",
        "3 | bandwidth                         | works with pairs of PEs",
        "2 | latency --trails 3                | did you mean --trials?",
        "2 | reduce --time never               | none of turn, call",
        "2 | reduce --operands used            | --operands used needs --time call",
        "2 | scan --time call --operands usd   | did you mean used",
        "2 | reduce --sizes 4,x                | --sizes",
        "2 | reduce --sizes 4 --max 8          | instead of --min and --max",
        "1 | stream --elements 0               | from 1 to "})
    void refusesRunsThatCannotBe(int pes, String line, String words) {
        String message = assertThrows(UsageException.class, () -> {
            Options options = Catalogue.parse(line.split(" "));
            options.tests().forEach(test -> test.check(pes, options));
        }).getMessage();
        assertTrue(message.contains(words), message);
    }

    @Test
    void refusesSizesThatATestCannotDo() {
        Options options = Catalogue.parse("reduce", "--sizes", "4,6");
        String message = assertThrows(UsageException.class, () -> options.sizes(4, 4, 64)).getMessage();
        assertEquals("--sizes: the test can do multiples of 4 bytes", message);
    }
}
