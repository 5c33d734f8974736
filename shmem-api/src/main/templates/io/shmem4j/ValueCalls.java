// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.collective.team.Group;
import io.shmem4j.engine.Check;
import io.shmem4j.engine.Hook;
import io.shmem4j.spi.Kernel;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Words;

/**
 * Collectives of a team on a single value per member. A word of the team's slot holds the value during the call.
 *
 * <p>One word is enough: a team runs one collective at a time, and no member accesses another's operand before that
 * member has entered the collective or after it has left. A collective orders earlier stores before it and later loads
 * after it, as for a program's own objects. An error between the collective and the return leaves the caller without
 * the value, so it cuts the collective off.
 */
final class ValueCalls {
    private final Team team;
    private final Words own;
    private final long word;

    ValueCalls(Team team) {
        Group group = team.anyGroup();
        this.team = team;
        this.own = group == null ? null : team.library.backend().own();
        this.word = group == null ? -1 : SystemLayout.valueWord(group.slot(), group.backend().nPes());
    }
//#types: broadcast reduce scan value

    long reduce(Kernel kernel, long value) {
        Collectives collectives = team.collectives();
        own.setLong(word, value);
        Routine routine = Hook.ON ? Routine.reduction(kernel.operator()) : null;
        String words = Check.FULL ? " of one long" + ", operator " + kernel.operator() : "";
        long token = Hook.ON ? team.enter(routine, -1, words, "", Long.BYTES) : 0;
        try {
            collectives.reduce(team.options, kernel, word, word, Long.BYTES);
            team.leave(routine, Long.BYTES, token);
            return own.getLong(word);
        } catch (Error e) {
            collectives.cutOff();
            throw e;
        }
    }

    long scan(Kernel kernel, long value, boolean inclusive) {
        Collectives collectives = team.collectives();
        own.setLong(word, value);
        Routine routine = inclusive ? Routine.SUM_INSCAN : Routine.SUM_EXSCAN;
        long token = Hook.ON ? team.enter(routine, -1, " of one long", "", Long.BYTES) : 0;
        try {
            collectives.scan(team.options, kernel, word, word, Long.BYTES, inclusive);
            team.leave(routine, Long.BYTES, token);
            return own.getLong(word);
        } catch (Error e) {
            collectives.cutOff();
            throw e;
        }
    }

    long broadcast(long value, int root) {
        Collectives collectives = team.collectives();
        CollectiveCalls.requireMember(root, collectives.group().size());
        own.setLong(word, value);
        String words = Check.FULL ? " of one long" + ", root " + root : "";
        long token = Hook.ON ? team.enter(Routine.BROADCAST, root, words, "", Long.BYTES) : 0;
        try {
            collectives.broadcast(team.options, word, word, Long.BYTES, root);
            team.leave(Routine.BROADCAST, Long.BYTES, token);
            return own.getLong(word);
        } catch (Error e) {
            collectives.cutOff();
            throw e;
        }
    }
//#done
}
