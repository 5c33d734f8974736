// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

/**
 * Whoever accesses memory, by numbers that the whole job has in common: threads of PEs, and the operations of a context
 * to one PE, which go on after the call has returned. A third kind accesses nothing: its tick in a clock tells how far
 * the last fence of a context reaches.
 */
final class Agents {
    static final int THREAD = 0;
    static final int OPERATIONS = 1;
    static final int FENCE = 2;
    /** Of jobs with more PEs a context has one agent for its operations to all of them. */
    private static final int MOST_TARGETS = 16;

    private final SharedState state;

    Agents(SharedState state) {
        this.state = state;
    }

    /** {@return how many agents a context needs: one for each target, for what it loads, and for its fences} */
    int ofContext() {
        return targets() == 1 ? 2 : targets() + 2;
    }

    int targets() {
        return state.nPes <= MOST_TARGETS ? state.nPes : 1;
    }

    /** {@return the first of some new numbers, -1 when there are no more} */
    int allocate(int count) {
        int first = 1 + state.words.getAndAddInt(SharedState.NEXT_AGENT, count);
        return first + count > SharedState.AGENTS ? -1 : first;
    }

    /** {@return whether somebody got none} */
    boolean isExhausted() {
        return state.words.getIntAcquire(SharedState.NEXT_AGENT) >= SharedState.AGENTS;
    }

    /** {@return a number above all that exist} */
    int end() {
        return Math.min(SharedState.AGENTS, 1 + state.words.getIntAcquire(SharedState.NEXT_AGENT));
    }

    /**
     * Says what an agent is.
     *
     * @param detail number of the context, or of the thread
     */
    void describe(int agent, int pe, int kind, int detail) {
        state.words.setLong(SharedState.AGENT_TABLE + agent * 16L, (long) pe << 32 | (long) kind << 28 | detail);
    }

    /** Notes which thread an operation of a context is of. */
    void thread(int agent, int thread) {
        state.words.setIntRelease(SharedState.AGENT_TABLE + agent * 16L + 8, thread);
    }

    /** {@return the thread of an agent's latest operation, a thread itself} */
    int thread(int agent) {
        return kind(agent) == THREAD ? agent : state.words.getIntAcquire(SharedState.AGENT_TABLE + agent * 16L + 8);
    }

    /** {@return the fence agent of another thread's operations on the same context; in the end a given one again} */
    int next(int fence) {
        return state.words.getIntAcquire(SharedState.AGENT_TABLE + fence * 16L + 12);
    }

    void next(int fence, int other) {
        state.words.setIntRelease(SharedState.AGENT_TABLE + fence * 16L + 12, other);
    }

    int pe(int agent) {
        return (int) (state.words.getLong(SharedState.AGENT_TABLE + agent * 16L) >>> 32);
    }

    int kind(int agent) {
        return (int) (state.words.getLong(SharedState.AGENT_TABLE + agent * 16L) >>> 28) & 15;
    }

    /** {@return the number of the context or thread} */
    int detail(int agent) {
        return (int) state.words.getLong(SharedState.AGENT_TABLE + agent * 16L) & (1 << 28) - 1;
    }
}
