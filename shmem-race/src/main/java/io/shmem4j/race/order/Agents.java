// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

/**
 * Agents access memory: threads of PEs, and the operations of one context to one PE, which outlive their call. Their
 * numbers are common to the job. A third kind, fences, accesses nothing: its tick in a clock is the reach of the
 * context's last fence.
 */
final class Agents {
    static final int THREAD = 0;
    static final int OPERATIONS = 1;
    static final int FENCE = 2;
    /** Most PEs with an agent each per context; in larger jobs a context has one agent for all of them. */
    private static final int MOST_TARGETS = 16;

    private final SharedState state;

    Agents(SharedState state) {
        this.state = state;
    }

    /** {@return the number of agents of a context: one for each target, one for loads, one for fences} */
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

    /** {@return whether the numbers have run out} */
    boolean isExhausted() {
        return state.words.getIntAcquire(SharedState.NEXT_AGENT) >= SharedState.AGENTS;
    }

    /** {@return a bound above all numbers in use} */
    int end() {
        return Math.min(SharedState.AGENTS, 1 + state.words.getIntAcquire(SharedState.NEXT_AGENT));
    }

    /** Says what an agent is; the detail is the number of the context, or of the thread. */
    void describe(int agent, int pe, int kind, int detail) {
        state.words.setLong(SharedState.AGENT_TABLE + agent * 16L, (long) pe << 32 | (long) kind << 28 | detail);
    }

    /** Records the thread of a context's latest operation. */
    void thread(int agent, int thread) {
        state.words.setIntRelease(SharedState.AGENT_TABLE + agent * 16L + 8, thread);
    }

    /** {@return the thread of an agent's latest operation, a thread itself} */
    int thread(int agent) {
        return kind(agent) == THREAD ? agent : state.words.getIntAcquire(SharedState.AGENT_TABLE + agent * 16L + 8);
    }

    /** {@return the fence agent of the next thread that uses the same context; these form a ring} */
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
