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
        this.own = group == null ? null : team.library.own();
        this.word = group == null ? -1 : SystemLayout.valueWord(group.slot(), group.backend().nPes());
    }
//#types

    $type$ reduce(Kernel kernel, $type$ value) {
        Collectives collectives = team.collectives();
        own.set$Type$(word, value);
        Routine routine = Hook.ON ? Routine.reduction(kernel.operator()) : null;
        String words = Check.FULL ? " of one $type$, operator " + kernel.operator() : "";
        long token = Hook.ON ? team.enter(routine, -1, words, "", $bytes$) : 0;
        try {
            collectives.reduce(team.options, kernel, word, word, $bytes$);
            if (Hook.ON) {
                team.leave(routine, $bytes$, token);
            }
            return own.get$Type$(word);
        } catch (Error e) {
            collectives.cutOff();
            throw e;
        }
    }

    $type$ scan(Kernel kernel, $type$ value, boolean inclusive) {
        Collectives collectives = team.collectives();
        own.set$Type$(word, value);
        Routine routine = inclusive ? Routine.SUM_INSCAN : Routine.SUM_EXSCAN;
        long token = Hook.ON ? team.enter(routine, -1, " of one $type$", "", $bytes$) : 0;
        try {
            collectives.scan(team.options, kernel, word, word, $bytes$, inclusive);
            if (Hook.ON) {
                team.leave(routine, $bytes$, token);
            }
            return own.get$Type$(word);
        } catch (Error e) {
            collectives.cutOff();
            throw e;
        }
    }

    $type$ broadcast($type$ value, int root) {
        Collectives collectives = team.collectives();
        CollectiveCalls.requireMember(root, collectives.group().size());
        own.set$Type$(word, value);
        String words = Check.FULL ? " of one $type$, root " + root : "";
        long token = Hook.ON ? team.enter(Routine.BROADCAST, root, words, "", $bytes$) : 0;
        try {
            collectives.broadcast(team.options, word, word, $bytes$, root);
            if (Hook.ON) {
                team.leave(Routine.BROADCAST, $bytes$, token);
            }
            return own.get$Type$(word);
        } catch (Error e) {
            collectives.cutOff();
            throw e;
        }
    }
//#done
}
