// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** JUnit's reports of tests on several PEs. */
class ShmemTestTest {
    /** Report of one test. */
    private record Report(String name, TestExecutionResult result) {
        String message() {
            return result.getThrowable().orElseThrow().getMessage();
        }
    }

    private static List<Report> run(Class<?> tests, String method) {
        List<Report> reports = new ArrayList<>();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
            .selectors(selectMethod(tests, List.of(tests.getDeclaredMethods()).stream()
                .filter(each -> each.getName().equals(method)).findFirst().orElseThrow())).build(),
            new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                    if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
                        reports.add(new Report(test.getDisplayName(), result));
                    }
                }
            });
        return reports;
    }

    private static void assertSuccessful(List<Report> reports, String... names) {
        assertEquals(List.of(names), reports.stream().map(Report::name).toList());
        reports.forEach(each -> assertEquals(TestExecutionResult.successful().toString(), each.result().toString()));
    }

    @Test
    void eachNumberOfPesIsATest() {
        assertSuccessful(run(Samples.Threads.class, "adds"), "1 PE", "2 PEs", "4 PEs");
        assertSuccessful(run(Samples.Threads.class, "sharesOtherParameters"), "2 PEs");
    }

    @Test
    void failuresNamePesAndLines() {
        String message = run(Samples.Threads.class, "failsOnOddPes").getFirst().message();
        // The job of a PE that fails is ended, so the other one may not get there.
        assertTrue(Pattern.matches("(?s)[12] of 4 PEs failed:\n(PE [13] \\(Samples.java:\\d+\\): "
            + "org.opentest4j.AssertionFailedError: even ==> expected: <0> but was: <1>\n?){1,2}", message), message);
    }

    @Test
    void aHangIsAReport() {
        Report hang = run(Samples.Threads.class, "hangs").getFirst();
        assertNull(hang.result().getThrowable().orElseThrow().getCause(), "which would print the report again");
        String message = hang.message();
        assertTrue(message.contains("\n  \"PE 0\""), message);
        assertTrue(message.contains("for the variable \"never set\" to be NE 0, it is 0"), message);
        assertTrue(message.contains("Samples.java"), message);
    }

    @Test
    void assumptionsAndImpossibleNumbers() {
        assertEquals(TestExecutionResult.Status.ABORTED, run(Samples.Threads.class, "assumesMore").getFirst().result()
            .getStatus());
        String message = run(Samples.Threads.class, "hasNoPes").getFirst().message();
        assertTrue(message.contains("needs numbers of PEs, each at least 1, not [2, 0]"), message);
    }

    @Test
    void schedulesAreTriedUntilOneFails() {
        assertSuccessful(run(Samples.Explored.class, "passesOn"), "1 PE by many schedules", "2 PEs by many schedules");
        String message = run(Samples.Explored.class, "lacksAFence").getFirst().message();
        assertTrue(message.contains("AssertionFailedError: expected: <42> but was: <0>"), message);
        assertTrue(Pattern.matches("(?s).*PE [01] lacks a fence\\(\\) between Samples.java:\\d+ and .*", message),
            message);
        message = run(Samples.Explored.class, "waitsForTheDead").getFirst().message();
        assertTrue(Pattern.matches("(?s)PE [01] throws .*PeFailedException: .* waits in barrierAll: PE [01] .*",
            message), message);
        message = run(Samples.Explored.class, "wantsProcesses").getFirst().message();
        assertTrue(message.contains("leave out processes"), message);
    }

    @Test
    void processesAreProcesses() {
        assertSuccessful(run(Samples.Processes.class, "areDifferent"), "2 PEs in processes");
        String message = run(Samples.Processes.class, "failsOnOne").getFirst().message();
        assertTrue(Pattern.matches("(?s)1 of 2 PEs failed:\nPE 1 \\(Samples.java:\\d+\\): .*zero ==> expected: <0> but "
            + "was: <1>", message), message);
    }
}
