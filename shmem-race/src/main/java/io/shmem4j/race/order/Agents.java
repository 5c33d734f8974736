// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

/**
 * Numbers the agents of a job. An agent is a thread, or the operations of one context on one PE, which may outlive
 * their calls. A third kind, fences, makes no accesses: its tick in a clock is that of the context's last fence.
 */
final class Agents {
    static final int THREAD = 0;
    static final int OPERATIONS = 1;
    static final int FENCE = 2;
    /** Maximum number of PEs for an agent per context and PE; in larger jobs a context has one agent for all PEs. */
    private static final int MOST_TARGETS = 16;

    private final SharedState state;

    Agents(SharedState state) {
        this.state = state;
    }

    /** {@return the number of agents of a context: one per target, one for loads, one for fences} */
    int ofContext() {
        return targets() == 1 ? 2 : targets() + 2;
    }

    int targets() {
        return state.nPes <= MOST_TARGETS ? state.nPes : 1;
    }

    /** {@return the first of {@code count} consecutive new numbers, or -1 if there are none left} */
    int allocate(int count) {
        int first = 1 + state.words.getAndAddInt(SharedState.NEXT_AGENT, count);
        return first + count > SharedState.AGENTS ? -1 : first;
    }

    /** {@return whether no numbers are left} */
    boolean isExhausted() {
        return state.words.getIntAcquire(SharedState.NEXT_AGENT) >= SharedState.AGENTS;
    }

    /** {@return an upper bound, exclusive, of the numbers in use} */
    int end() {
        return Math.min(SharedState.AGENTS, 1 + state.words.getIntAcquire(SharedState.NEXT_AGENT));
    }

    /** Stores an agent's properties; {@code detail} is the number of the context or thread. */
    void describe(int agent, int pe, int kind, int detail) {
        state.words.setLong(SharedState.AGENT_TABLE + agent * 16L, (long) pe << 32 | (long) kind << 28 | detail);
    }

    /** Records the thread of a context's latest operation. */
    void thread(int agent, int thread) {
        state.words.setIntRelease(SharedState.AGENT_TABLE + agent * 16L + 8, thread);
    }

    /** {@return the thread of an agent's latest operation; a thread is its own} */
    int thread(int agent) {
        return kind(agent) == THREAD ? agent : state.words.getIntAcquire(SharedState.AGENT_TABLE + agent * 16L + 8);
    }

    /** {@return the fence agent of the next thread that uses the same context, in a ring} */
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
