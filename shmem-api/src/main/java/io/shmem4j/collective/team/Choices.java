// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.cost.Choice;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.config.Debug;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Routine;

/**
 * The meaning of {@code auto} for a group: the fastest algorithms by the cost table.
 *
 * <p>The choice for an operation is computed at its first use, from the table and the group's size only, so all members
 * make the same one. Later uses read a short array.
 */
public final class Choices {
    /** Ordinal of the first constant of every collective. */
    private static final int AUTO = 0;

    private final Group group;
    private final Choice[] found = new Choice[Operation.values().length];

    public Choices(Group group) {
        this.group = group;
    }

    /** {@return the ordinal of the requested algorithm, or of the fastest one for {@code auto}} */
    public int of(Enum<?> asked, Operation operation, long bytes) {
        return asked.ordinal() == AUTO ? at(operation, bytes) : asked.ordinal();
    }

    /**
     * {@return the name of a call's algorithm in options, or null if it has no choice} It depends only on options,
     * costs and length, so it can be computed after the call.
     */
    public String word(CollectiveOptions options, Routine routine, long bytes) {
        return group.size() == 1 ? null : switch (routine) {
            case BARRIER_ALL, SYNC_ALL, TEAM_SYNC -> word(Operation.BARRIER, options.barrier(), 0);
            case BROADCAST -> word(Operation.BROADCAST, options.broadcast(), bytes);
            case COLLECT, FCOLLECT -> word(Operation.COLLECT, options.collect(), bytes);
            case ALLTOALL, ALLTOALLS -> word(Operation.ALLTOALL, options.alltoall(), bytes / group.size());
            case SUM_INSCAN, SUM_EXSCAN -> word(Operation.SCAN, options.scan(), bytes);
            default -> routine.family() != Routine.Family.REDUCTION ? null : word(options.transfer() == Transfer.DIRECT
                ? Operation.REDUCE_DIRECT : Operation.REDUCE_PUTGET, options.reduce(), bytes);
        };
    }

    private String word(Operation operation, Enum<?> asked, long bytes) {
        return operation.algorithm(of(asked, operation, bytes));
    }

    private int at(Operation operation, long bytes) {
        Choice choice = found[operation.ordinal()];
        return (choice == null ? find(operation) : choice).at(bytes);
    }

    /** {@return the costs for the group's job, with the times of one operation} */
    public CostSection section(Operation operation) {
        Backend backend = group.backend();
        return CostTables.inForce(operation).section(backend.name(), Load.of(backend.nPes(), backend.cores()));
    }

    /** {@return the number of members per core, rounded up} */
    public int sharing() {
        return Math.ceilDiv(group.size(), group.backend().cores());
    }

    private Choice find(Operation operation) {
        Choice choice = CostTables.ofJob(operation, group.size());
        if (choice == null) {
            choice = section(operation).choice(operation, group.size());
        }
        found[operation.ordinal()] = choice;
        if (Debug.ON && group.me() == 0) {
            Debug.say(group.world(0), "auto for " + operation.word() + " of " + group.size() + " PEs: "
                + choice.describe(operation));
        }
        return choice;
    }
}
