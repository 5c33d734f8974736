// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import io.shmem4j.explore.choice.Strategy;
import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Ending;
import io.shmem4j.explore.run.Jobs;
import io.shmem4j.explore.run.Options;
import io.shmem4j.explore.run.Step;
import io.shmem4j.pe.LocalHost;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.testing.Thorough;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Racy cases by many schedules: what their PEs read, and leave behind, differs between two of them. */
@Thorough
class ExploredRacesTest {
    private static final int PES = 4;
    private static final int SCHEDULES = 200;
    private static final int MOST_STEPS = 20_000;
    /** Cases that store what is there already, or whose sums are the same in both orders. */
    private static final Set<String> NO_DIFFERENCE = Set.of("copyOfBufferInFlightRacy", "inPlaceReductionRacy",
        "bytesOfOneWordRacy", "getNbiArrayReadRacy", "getNbiIntoBufferOfPutRacy", "getThenStoreWithoutBarrierRacy",
        "iputAgainstLoadRacy", "intAgainstLongRacy", "largePutAgainstLoadRacy", "putmemAgainstLoadRacy");
    /**
     * Cases whose other outcomes the explorer does not have: fences and quiets are those of all contexts and PEs,
     * fetching atomics happen at once, a PE sees its own stores to itself, the default alltoall ends with a barrier.
     */
    private static final Set<String> NOT_SHOWN = Set.of("barrierWithOpenContextRacy", "fenceOfOtherContextRacy",
        "twoContextsOnePlaceRacy", "peQuietOfOtherRacy", "fetchNbiReadEarlyRacy", "toOneselfRacy",
        "putIntoDestOfAlltoallsRacy");

    @Test
    void eachRaceHasTwoOutcomes() {
        Set<String> same = new TreeSet<>();
        for (Class<?> type : List.of(AtomicCases.class, CollectiveCases.class, ContextCases.class, FlagCases.class,
            RmaCases.class, SignalCases.class)) {
            for (Method each : CaseRun.cases(type)) {
                String name = each.getName();
                if (name.endsWith("Racy") && !NO_DIFFERENCE.contains(name) && !new Races(each).differ()) {
                    same.add(name);
                }
            }
        }
        assertEquals(new TreeSet<>(NOT_SHOWN), same);
    }

    /** The outcomes of one case. */
    private static final class Races implements Jobs.Watcher {
        private final Method method;
        private final Set<String> outcomes = new HashSet<>();
        private final TreeMap<Integer, List<String>> reads = new TreeMap<>();
        private final Set<Range> written = new LinkedHashSet<>();

        private record Range(long address, long bytes) {
        }

        Races(Method method) {
            this.method = method;
            method.setAccessible(true);
        }

        boolean differ() {
            LocalHost.lend(PES, memory -> Jobs.in(memory, PES, pe -> runCase()), this::explore);
            return outcomes.size() > 1;
        }

        private void explore(Jobs jobs) {
            Options options = Options.STANDARD.within(MOST_STEPS);
            explore(jobs, options);
            if (outcomes.size() < 2) {
                // Here what collectives do inside is explored, too.
                outcomes.clear();
                explore(jobs, options.with(Options.Trait.LIBRARY, true));
            }
        }

        private void explore(Jobs jobs, Options options) {
            Strategy strategy = Strategy.of("auto", 1);
            for (int run = 0; run < SCHEDULES && outcomes.size() < 2; run++) {
                Chooser chooser = strategy.next(false);
                if (chooser == null) {
                    return;
                }
                reads.clear();
                written.clear();
                Ending ending = jobs.run(options, chooser, this);
                if (ending.kind() == Ending.Manner.FINISHED) {
                    StringBuilder outcome = new StringBuilder(reads.toString());
                    written.stream().map(range -> range.address + "=" + content(range.address, range.bytes)).sorted()
                        .forEach(outcome::append);
                    outcomes.add(outcome.toString());
                } else if (ending.failed()) {
                    outcomes.add(ending.text());
                }
            }
        }

        private void runCase() throws Throwable {
            try (Shmem shmem = Shmem.init()) {
                method.invoke(null, shmem);
                shmem.barrierAll();
                shmem.finish();
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        @Override
        public void makes(Step step) {
            if (step.waits() || step.address() % JobMemory.stride() < SystemLayout.heap(PES)) {
                return;
            }
            if (step.kind() == Step.Kind.READ || step.kind() == Step.Kind.UPDATE && !step.late()) {
                List<String> own = reads.computeIfAbsent(step.pe(), pe -> new ArrayList<>());
                String seen = step.address() + "=" + content(step.address(), step.bytes());
                if (own.isEmpty() || !own.getLast().equals(seen)) {
                    own.add(seen);
                }
            }
            if (step.kind() == Step.Kind.WRITE || step.kind() == Step.Kind.UPDATE) {
                written.add(new Range(step.address(), step.bytes()));
            }
        }

        private static String content(long address, long bytes) {
            StringBuilder content = new StringBuilder();
            for (long i = 0; i < bytes; i++) {
                content.append(Integer.toHexString(JobMemory.words().getByte(address + i))).append(',');
            }
            return content.toString();
        }
    }
}
