// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.spi.Kernel.Operator;
import java.util.Locale;

/** The routines an {@link Interceptor} sees, one for all types and overloads of each. */
public enum Routine {
    /** One element to a PE. */
    P(Group.REMOTE),
    /** One element from a PE. */
    G(Group.REMOTE),
    /** Elements or bytes to a PE. */
    PUT(Group.REMOTE),
    /** Elements or bytes to a PE, complete after quiet. */
    PUT_NBI(Group.REMOTE),
    /** Elements or bytes from a PE. */
    GET(Group.REMOTE),
    /** Elements or bytes from a PE, complete after quiet. */
    GET_NBI(Group.REMOTE),
    /** Strided elements to a PE. */
    IPUT(Group.REMOTE),
    /** Strided elements from a PE. */
    IGET(Group.REMOTE),
    /** Strided blocks to a PE. */
    IBPUT(Group.REMOTE),
    /** Strided blocks from a PE. */
    IBGET(Group.REMOTE),
    /** Data and a signal to a PE. */
    PUT_SIGNAL(Group.REMOTE),
    /** Data and a signal to a PE, complete after quiet. */
    PUT_SIGNAL_NBI(Group.REMOTE),
    /** Adds to a signal. */
    SIGNAL_ADD(Group.REMOTE),
    /** Sets a signal. */
    SIGNAL_SET(Group.REMOTE),
    /** Atomic load. */
    ATOMIC_FETCH(Group.REMOTE),
    /** Atomic load, complete after quiet. */
    ATOMIC_FETCH_NBI(Group.REMOTE),
    /** Atomic store. */
    ATOMIC_SET(Group.REMOTE),
    /** Atomic swap. */
    ATOMIC_SWAP(Group.REMOTE),
    /** Atomic swap, complete after quiet. */
    ATOMIC_SWAP_NBI(Group.REMOTE),
    /** Atomic compare and swap. */
    ATOMIC_COMPARE_SWAP(Group.REMOTE),
    /** Atomic compare and swap, complete after quiet. */
    ATOMIC_COMPARE_SWAP_NBI(Group.REMOTE),
    /** Atomic increment. */
    ATOMIC_INC(Group.REMOTE),
    /** Atomic increment that returns the value before. */
    ATOMIC_FETCH_INC(Group.REMOTE),
    /** Atomic increment that returns the value before, complete after quiet. */
    ATOMIC_FETCH_INC_NBI(Group.REMOTE),
    /** Atomic addition. */
    ATOMIC_ADD(Group.REMOTE),
    /** Atomic addition that returns the value before. */
    ATOMIC_FETCH_ADD(Group.REMOTE),
    /** Atomic addition that returns the value before, complete after quiet. */
    ATOMIC_FETCH_ADD_NBI(Group.REMOTE),
    /** Atomic and. */
    ATOMIC_AND(Group.REMOTE),
    /** Atomic and that returns the value before. */
    ATOMIC_FETCH_AND(Group.REMOTE),
    /** Atomic and that returns the value before, complete after quiet. */
    ATOMIC_FETCH_AND_NBI(Group.REMOTE),
    /** Atomic or. */
    ATOMIC_OR(Group.REMOTE),
    /** Atomic or that returns the value before. */
    ATOMIC_FETCH_OR(Group.REMOTE),
    /** Atomic or that returns the value before, complete after quiet. */
    ATOMIC_FETCH_OR_NBI(Group.REMOTE),
    /** Atomic exclusive or. */
    ATOMIC_XOR(Group.REMOTE),
    /** Atomic exclusive or that returns the value before. */
    ATOMIC_FETCH_XOR(Group.REMOTE),
    /** Atomic exclusive or that returns the value before, complete after quiet. */
    ATOMIC_FETCH_XOR_NBI(Group.REMOTE),
    /** Orders updates. */
    FENCE(Group.REMOTE),
    /** Completes updates. */
    QUIET(Group.REMOTE),
    /** Completes updates to some PEs. */
    PE_QUIET(Group.REMOTE),
    /** Waits for a variable or several. */
    WAIT_UNTIL(Group.WAITING),
    /** Waits for a signal. */
    SIGNAL_WAIT_UNTIL(Group.WAITING),
    /** Tests a variable or several. */
    TEST(Group.WAITING),
    /** Waits for a lock. */
    SET_LOCK(Group.WAITING),
    /** Tries a lock. */
    TEST_LOCK(Group.WAITING),
    /** Gives up a lock. */
    CLEAR_LOCK(Group.WAITING),
    /** Bitwise and. */
    AND_REDUCE(Group.REDUCTION),
    /** Bitwise or. */
    OR_REDUCE(Group.REDUCTION),
    /** Bitwise exclusive or. */
    XOR_REDUCE(Group.REDUCTION),
    /** Largest. */
    MAX_REDUCE(Group.REDUCTION),
    /** Smallest. */
    MIN_REDUCE(Group.REDUCTION),
    /** Sum. */
    SUM_REDUCE(Group.REDUCTION),
    /** Product. */
    PROD_REDUCE(Group.REDUCTION),
    /** Sum up to each member. */
    SUM_INSCAN(Group.REDUCTION),
    /** Sum up to the member before each. */
    SUM_EXSCAN(Group.REDUCTION),
    /** Quiet and sync of the world. */
    BARRIER_ALL(Group.COLLECTIVE),
    /** Sync of the world. */
    SYNC_ALL(Group.COLLECTIVE),
    /** Sync of a team. */
    TEAM_SYNC(Group.COLLECTIVE),
    /** From one to all. */
    BROADCAST(Group.COLLECTIVE),
    /** Concatenation of any lengths. */
    COLLECT(Group.COLLECTIVE),
    /** Concatenation of equal lengths. */
    FCOLLECT(Group.COLLECTIVE),
    /** From each to each. */
    ALLTOALL(Group.COLLECTIVE),
    /** From each to each, strided. */
    ALLTOALLS(Group.COLLECTIVE),
    /** Symmetric allocation. */
    MALLOC(Group.COLLECTIVE),
    /** Symmetric reallocation. */
    REALLOC(Group.COLLECTIVE),
    /** Symmetric free. */
    FREE(Group.COLLECTIVE),
    /** A new team. */
    TEAM_SPLIT_STRIDED(Group.COLLECTIVE),
    /** New teams of rows and columns. */
    TEAM_SPLIT_2D(Group.COLLECTIVE),
    /** End of a team. */
    TEAM_DESTROY(Group.COLLECTIVE);

    /** What a profile adds up. */
    public enum Group {
        /** Reductions and scans. */
        REDUCTION,
        /** All other collectives. */
        COLLECTIVE,
        /** Put, get, atomics, signals, ordering. */
        REMOTE,
        /** Waiting for variables, signals and locks. */
        WAITING
    }

    private final Group group;
    private final String text = name().toLowerCase(Locale.ROOT);

    Routine(Group group) {
        this.group = group;
    }

    /** {@return what a profile counts it among} */
    public Group group() {
        return group;
    }

    /** {@return whether its bytes go from one memory to another} */
    public boolean moves() {
        return group != Group.WAITING && this != MALLOC && this != REALLOC && this != FREE;
    }

    /** {@return its name in the specification, without prefix and type} */
    public String text() {
        return text;
    }

    /**
     * {@return the reduction by an operator}
     *
     * @param operator the operator
     */
    public static Routine reduction(Operator operator) {
        return switch (operator) {
            case AND -> AND_REDUCE;
            case OR -> OR_REDUCE;
            case XOR -> XOR_REDUCE;
            case MAX, UMAX -> MAX_REDUCE;
            case MIN, UMIN -> MIN_REDUCE;
            case SUM -> SUM_REDUCE;
            case PROD, COMPLEX_PROD -> PROD_REDUCE;
        };
    }
}
