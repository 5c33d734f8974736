// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.choice;

import io.shmem4j.explore.run.Chooser;
import io.shmem4j.explore.run.Step;
import java.util.ArrayList;
import java.util.List;

/**
 * Schedules that fail most often: one PE runs as far ahead of the others as it can, and late accesses come in reverse
 * order or immediately; then each late access comes after all that can happen without it.
 */
final class Suspects extends Chooser {
    private static final int MOST = 64;
    private static final int ALL = -2;

    /** The late accesses of all runs so far, in the order in which they were issued. */
    private final List<Step> late = new ArrayList<>();
    private int pes = 1;
    private int runs;
    private int leader;
    private int held;

    @Override
    public boolean begin() {
        int next = runs++ - 2 * pes;
        if (next / 2 >= late.size() && next >= 0 || next >= MOST) {
            return false;
        }
        Step suspect = next < 0 ? null : late.get(next / 2);
        // With the reader ahead, then with the writer.
        leader = suspect == null ? (runs - 1) / 2 : (suspect.pe() + 1 + next) % pes;
        held = suspect != null ? suspect.actor() : runs % 2 == 1 ? ALL : -1;
        return true;
    }

    @Override
    public int choose(List<Step> enabled, int last) {
        int best = 0;
        for (int i = 0; i < enabled.size(); i++) {
            Step step = enabled.get(i);
            pes = Math.max(pes, step.pe() + 1);
            if (step.late() && late.stream().noneMatch(known -> known.actor() == step.actor())) {
                late.add(step);
            }
            best = rank(step) < rank(enabled.get(best)) ? i : best;
        }
        return best;
    }

    /** {@return a lower number for steps that are made before others} */
    private int rank(Step step) {
        if (step.mishap()) {
            return Integer.MAX_VALUE;
        }
        if (step.late()) {
            return held == ALL || held == step.actor() ? Integer.MAX_VALUE - 1 - step.actor() : -1;
        }
        return (step.pe() - leader + pes) % pes;
    }
}
