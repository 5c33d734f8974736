// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.bench.latency.IdleTest;
import io.shmem4j.bench.latency.LatencyTest;
import java.util.List;

/** The table of all tests. */
final class Catalogue {
    private static final List<BenchTest> TESTS = List.of(
        new LatencyTest(),
        new IdleTest());

    private Catalogue() {
    }

    static BenchTest find(String name) {
        for (BenchTest test : TESTS) {
            if (test.name().equals(name)) {
                return test;
            }
        }
        throw new UsageException("there is no test '" + name + "'"
            + Nearest.suggestion(name, TESTS.stream().map(BenchTest::name).toList())
            + " 'bench --help' lists all.");
    }

    static String help() {
        StringBuilder text = new StringBuilder("Tests\n");
        for (BenchTest test : TESTS) {
            text.append(String.format("  %-18s  %s%n", test.name(), test.help()));
        }
        return text.toString();
    }
}
