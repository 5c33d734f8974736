// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static io.shmem4j.testing.ConformanceRun.QUICKLY_COMPILED;

import io.shmem4j.testing.ConformanceRun;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every conformance case between processes and between threads of one JVM, all of one number of PEs in one job. */
@TakesLong
class ConformanceIT {
    /** Groups that may depend on the number of PEs; all cases with 64 of them would take minutes. */
    private static final String[] MANY_PES = {"SetupCases", "MemoryCases", "BarrierCases", "LockCases", "OrderingCases",
        "SignalCases", "LongsAtomicCases", "LongsWaitCases", "TeamCases",
        "IntsCollectiveCases", "LegacyCases"};

    private static final List<String> ALONE = List.of(QUICKLY_COMPILED);
    private static final List<String> PROCESSES = List.of("--pes-per-jvm", "1");
    private static final List<String> TWO_JVMS = List.of("--pes-per-jvm", "4", "--share-classes",
        QUICKLY_COMPILED);
    private static final List<String> PAIR_AND_PROCESS = List.of("--pes-per-jvm", "2", "--share-classes",
        QUICKLY_COMPILED);
    private static final List<String> SHARED_CLASSES = List.of("--share-classes", QUICKLY_COMPILED);
    private static final List<String> SURVIVING = List.of("--respawn", "1", QUICKLY_COMPILED);
    private static final List<String> ONE_JVM = List.of("--pes-per-jvm", "7", QUICKLY_COMPILED);
    private static final List<String> WITHOUT_LAUNCHED_JVMS = List.of("--backend", "local", QUICKLY_COMPILED);

    @TestFactory
    List<DynamicTest> cases() {
        return ConformanceRun.tests(3, options(PAIR_AND_PROCESS));
    }

    @TestFactory
    List<DynamicTest> tenthOfCasesInThePortableShape() {
        return ConformanceRun.tenthOfTests(4, options(WITHOUT_LAUNCHED_JVMS), MANY_PES);
    }

    @Thorough
    @TestFactory
    Stream<DynamicContainer> casesInOtherShapes() {
        return ConformanceRun.sideBySide(List.of(() -> container(1, ALONE, MANY_PES),
            () -> container(2, PROCESSES, MANY_PES), () -> container(4, WITHOUT_LAUNCHED_JVMS, MANY_PES),
            () -> container(8, TWO_JVMS, MANY_PES), () -> container(4, SURVIVING, "LockCases")));
    }

    @Weekly
    @TestFactory
    Stream<DynamicContainer> casesOfAllTypes() {
        return ConformanceRun.sideBySide(List.of(() -> container(1, ALONE),
            () -> container(2, PROCESSES), () -> container(7, ONE_JVM),
            () -> container(64, SHARED_CLASSES, MANY_PES), () -> container(4, WITHOUT_LAUNCHED_JVMS)));
    }

    private static DynamicContainer container(int np, List<String> shape, String... groups) {
        return DynamicContainer.dynamicContainer(np + " PEs " + String.join(" ", shape),
            ConformanceRun.tests(np, options(shape), groups));
    }

    private static List<String> options(List<String> shape) {
        List<String> options = new ArrayList<>(List.of("--heap-size", "1m"));
        options.addAll(shape);
        return options;
    }
}
