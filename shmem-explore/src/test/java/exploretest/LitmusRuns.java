// SPDX-License-Identifier: Apache-2.0
package exploretest;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Runs all litmus programs of up to 4 PEs on a real job, and reports results that the model does not allow. */
public final class LitmusRuns {
    private static final int WORDS = 3;
    private static final int READS = 4;

    private LitmusRuns() {
    }

    /** The argument is how often each program runs. */
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        int weak = 0;
        int programs = 0;
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs words = shmem.allocateLongs((long) rounds * WORDS).named("words");
            SymmetricLongs reads = shmem.allocateLongs((long) rounds * READS).named("reads");
            for (String text : Shapes.all()) {
                Litmus litmus = Litmus.of(text);
                if (text.contains("B") && litmus.pes().size() != shmem.nPes()) {
                    continue;
                }
                words.fill(0);
                shmem.barrierAll();
                for (int round = 0; round < rounds; round++) {
                    List<Long> mine = litmus.run(shmem, words.slice((long) round * WORDS, WORDS));
                    for (int i = 0; i < mine.size(); i++) {
                        reads.set((long) round * READS + i, mine.get(i));
                    }
                }
                shmem.barrierAll();
                if (shmem.myPe() == 0) {
                    programs++;
                    weak += check(shmem, litmus, words, reads, rounds);
                }
                shmem.barrierAll();
            }
            if (shmem.myPe() == 0) {
                System.out.println(programs + " programs, " + weak + " results that take turns do not have");
            }
            shmem.finish();
        }
    }

    /** {@return how many different results there were that the order of the program does not allow} */
    private static int check(Shmem shmem, Litmus litmus, SymmetricLongs words, SymmetricLongs reads, int rounds) {
        Set<String> allowed = Model.results(litmus);
        Set<String> seen = new TreeSet<>();
        for (int round = 0; round < rounds; round++) {
            List<List<Long>> read = new ArrayList<>();
            for (int pe = 0; pe < litmus.pes().size(); pe++) {
                List<Long> its = new ArrayList<>();
                long count = litmus.pes().get(pe).stream().filter(Litmus.Op::reads).count();
                for (int i = 0; i < count; i++) {
                    its.add(shmem.g(reads, (long) round * READS + i, pe));
                }
                read.add(its);
            }
            long[] last = new long[WORDS];
            for (int variable = 0; variable < WORDS; variable++) {
                int home = litmus.home(variable);
                last[variable] = home < 0 ? 0 : shmem.g(words, (long) round * WORDS + variable, home);
            }
            seen.add(Litmus.result(read, last));
        }
        Set<String> wrong = new TreeSet<>(seen);
        wrong.removeAll(allowed);
        if (!wrong.isEmpty()) {
            throw new AssertionError(litmus.text() + " has the results " + wrong + ", the model allows " + allowed);
        }
        seen.removeAll(Model.inTurns(litmus));
        return seen.size();
    }
}
