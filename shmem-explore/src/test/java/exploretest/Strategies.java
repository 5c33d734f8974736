// SPDX-License-Identifier: Apache-2.0
package exploretest;

import io.shmem4j.Shmem.Program;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.explore.Explore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares the results of a {@link Litmus} program by the complete strategy with those of samples. */
public enum Strategies {
    /** PEs live. */
    PLAIN,
    /** Waits wake and tests of locks fail spuriously. */
    SPURIOUS,
    /** A PE may die and restart. */
    RESTARTS,
    /** A PE may die and stays dead. */
    STAYS_DEAD;

    private static final int STEPS = 3000;

    /**
     * What a program was found to do.
     *
     * @param ended    whether the complete strategy has come to its end
     * @param results  its results
     * @param missing  results that only samples have
     */
    public record Found(boolean ended, Set<String> results, Set<String> missing) {
    }

    /** {@return a random program for PEs of this kind} */
    public String program(long seed) {
        return this == PLAIN || this == SPURIOUS ? RandomLitmus.any(seed) : RandomLitmus.mortal(seed);
    }

    /**
     * Compares the strategies.
     *
     * @param most    the maximum number of schedules of the complete strategy
     * @param samples the number of schedules of each other strategy
     */
    public Found compare(String text, long seed, int most, int samples) {
        Explore.Tried all = run(text, "dpor", seed, most);
        Set<String> missing = new TreeSet<>();
        boolean ended = all.complete() || this == RESTARTS && all.schedules() < most;
        if (ended) {
            for (String strategy : samples == 0 ? List.<String>of() : List.of("pct", "pos", "random")) {
                missing.addAll(run(text, strategy, seed, samples).results().keySet());
            }
            missing.removeAll(all.results().keySet());
        }
        return new Found(ended, all.results().keySet(), missing);
    }

    /** {@return whether the complete strategy lacks results of a program; it lacks none of programs that fail} */
    public boolean lacks(String text, long seed, int most, int samples) {
        try {
            return !compare(text, seed, most, samples).missing.isEmpty();
        } catch (JobFailedException | IllegalArgumentException e) {
            return false;
        }
    }

    private Explore.Tried run(String text, String strategy, long seed, int most) {
        Litmus litmus = Litmus.of(text);
        int pes = litmus.pes().size();
        List<List<Long>> read = new ArrayList<>(Collections.nCopies(pes, List.of()));
        long[] last = new long[3];
        Program program = this == RESTARTS || this == STAYS_DEAD ? litmus.mortal(read, this == RESTARTS)
            : litmus.program(read, last);
        Explore explore = Explore.standard().strategy(strategy, seed).bounds(most, 3600, STEPS)
            .results(() -> {
                String result = Litmus.result(read, last);
                read.replaceAll(each -> List.of());
                return result;
            }, false);
        return switch (this) {
            case PLAIN -> explore.explore(pes, program);
            case SPURIOUS -> explore.spurious().explore(pes, program);
            case RESTARTS, STAYS_DEAD -> explore.crash(1, this == RESTARTS).explore(pes, program);
        };
    }
}
