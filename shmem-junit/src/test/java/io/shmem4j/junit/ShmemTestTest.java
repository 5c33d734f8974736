// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.shmem4j.Shmem;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
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
        return run(selectMethod(tests, List.of(tests.getDeclaredMethods()).stream()
            .filter(each -> each.getName().equals(method)).findFirst().orElseThrow()));
    }

    private static List<Report> run(DiscoverySelector tests) {
        List<Report> reports = new ArrayList<>();
        LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request().selectors(tests).build(),
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
        message = run(Samples.Explored.class, "pollsByLoads").getFirst().message();
        assertTrue(message.contains("PE 1 lacks a quiet() or a wait between Samples.java:"), message);
        message = run(Samples.Explored.class, "waitsForTheDead").getFirst().message();
        assertTrue(Pattern.matches("(?s)PE [01] throws .*PeFailedException: .* waits in barrierAll: PE [01] .*",
            message), message);
        message = run(Samples.Explored.class, "hasNoPes").getFirst().message();
        assertTrue(message.contains("hasNoPes needs numbers of PEs, each at least 1, not []"), message);
    }

    @Test
    void whatGoesWrongInThreadsIsNotLost() {
        String message = run(Samples.Threads.class, "hasOptions").getFirst().message();
        assertTrue(message.contains("[--heap-size=1m]) of hasOptions: options are those of oshrun; add processes"),
            message);
        message = run(Samples.Threads.class, "throwsAThrowable").getFirst().message();
        assertTrue(message.endsWith("java.lang.Throwable: bare"), message);
        Throwable late = run(Samples.Threads.class, "endsByAnInterrupt").getFirst().result().getThrowable()
            .orElseThrow();
        message = late.getSuppressed()[0].getMessage();
        assertTrue(Pattern.matches("(?s)Shmem.run was interrupted\n.*\"PE 1\".*endsByAnInterrupt.*\nPE 1 failed, too",
            message), message);
    }

    @Test
    @Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void processesAreProcesses() {
        assertSuccessful(run(Samples.Processes.class, "areDifferent"), "2 PEs in processes");
        List<Report> reports = new ArrayList<>();
        String[] printed = printed(() -> reports.addAll(run(Samples.Processes.class, "failsOnOne")));
        String message = reports.getFirst().message();
        assertTrue(Pattern.matches("(?s)1 of 2 PEs failed:\nPE 1 \\(Samples.java:\\d+\\): .*zero ==> expected: <0> but "
            + "was: <1>", message), message);
        String here = "torn down in " + ProcessHandle.current().pid() + "\n";
        assertTrue(printed[0].matches("(?s).*torn down in \\d+\n.*" + here), printed[0]);
        assertTrue(printed[1].contains("about to fail\n"), printed[1]);
        message = run(Samples.Processes.class, "failsOnOneAndAssumesOnTheOther").getFirst().message();
        assertTrue(message.startsWith("2 of 2 PEs failed:\nPE 0"), message);
        message = run(Samples.Processes.class, "compute").getFirst().message();
        assertTrue(message.endsWith("timed out after 2 seconds"), message);
    }

    @Tag("thorough")
    @Test
    void classesOfTestsMayBeNestedAndInherited() {
        assertSuccessful(run(Samples.Processes.class, "knowsAComposedAnnotationAndAssertions"), "1 PE in processes");
        assertSuccessful(run(Samples.Processes.Inner.class, "isNested"), "1 PE in processes");
        assertSuccessful(run(selectMethod(Samples.Processes.class, "isInherited", Shmem.class)), "1 PE in processes");
    }

    @Tag("thorough")
    @Test
    void testsRunFromJarsModulesAndALoaderOfTheRunner(@TempDir Path folder) throws Exception {
        String folders = System.getProperty("java.class.path");
        String ours = Path.of(ShmemTest.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        Path jar = folder.resolve("shmem-junit-0.jar");
        assertEquals(0, ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, "--create", "--file",
            jar.toString(), "-C", ours, "."));
        String jars = folders.replace(ours + File.pathSeparator, jar + File.pathSeparator);
        assertTrue(jars.contains(jar.toString()), folders);
        try {
            System.setProperty("java.class.path", jars);
            assertSuccessful(run(Samples.Processes.class, "shareAJvm"), "3 PEs in processes");
            System.setProperty("java.class.path", "");
            System.setProperty("jdk.module.path", jars);
            assertSuccessful(run(Samples.Processes.Inner.class, "isNested"), "1 PE in processes");
            System.clearProperty("jdk.module.path");
            List<URL> urls = new ArrayList<>();
            for (String each : jars.split(File.pathSeparator)) {
                urls.add(Path.of(each).toUri().toURL());
            }
            try (URLClassLoader runner = new URLClassLoader(urls.toArray(URL[]::new), getClass().getClassLoader()) {
                @Override
                protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                    return name.startsWith(Samples.class.getName()) && findLoadedClass(name) == null ? findClass(name)
                        : super.loadClass(name, resolve);
                }
            }) {
                assertSuccessful(run(runner.loadClass(Samples.Processes.class.getName()), "shareAJvm"),
                    "3 PEs in processes");
            }
        } finally {
            System.setProperty("java.class.path", folders);
            System.clearProperty("jdk.module.path");
        }
    }

    /** {@return what an action has printed, and its errors} */
    private static String[] printed(Runnable action) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(outBytes));
            System.setErr(new PrintStream(errBytes));
            action.run();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return new String[] {outBytes.toString(), errBytes.toString()};
    }
}
