// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.util.concurrent.TimeUnit;

/**
 * All times after which the library draws a conclusion: that another process has died, will not come, or has nothing
 * more to report. A process that is stopped for longer than any of them must cost other processes an exception at most,
 * never data. Poll intervals and short sleeps only delay; they are defined at their use.
 *
 * <p>The system property {@code shmem4j.time.NAME} sets a time in milliseconds, for tests that stop processes.
 */
public final class Times {
    /** Grace period of a PE that has left, which may report why, before waits for all PEs fail. */
    public static final long LEAVER_NANOS = nanos("leaver", 1000);
    /** How long to wait for other processes' reports of an abort before assuming that their writers have died. */
    public static final long ABORT_REPORT_NANOS = nanos("abort.report", 1000);
    /** Default timeout of meetings after a death. */
    public static final long RECOVERY_NANOS = nanos("recovery", 60_000);
    /** Age of a wait in a collective from which no PE that allocates meanwhile is expected to end it. */
    public static final long STRANDED_NANOS = nanos("stranded", 3000);
    /** How long the end of a session waits for another thread of the PE in a container before it counts as stopped. */
    public static final long SHUT_NANOS = nanos("shut", 1000);

    /** How long to wait for the membership lock, whose holder may be stopped or starved. */
    public static final long MEMBERSHIP_NANOS = nanos("membership", 60_000);
    /** How long a launcher or a member waits for its own lock, which other processes hold only for moments. */
    public static final long REGISTER_NANOS = nanos("register", 60_000);
    /** Age from which a job's folder without any lock counts as abandoned. */
    public static final long YOUNG_MILLIS = millis("young", 10_000);
    /** Delay before the log names PEs that have not joined. */
    public static final long MISSING_NANOS = nanos("missing", 3000);
    /** Grace period of an agent, whose own reason beats "did not arrive". */
    public static final long AGENT_NANOS = nanos("agent", 3000);
    /** Time for PEs of a failed job to leave or die, before their agent has to remove the files. */
    public static final long LINGER_NANOS = nanos("linger", 3000);

    /** Age of a standstill at the first search for a deadlock, without a launcher and with one. */
    public static final long STANDSTILL_NANOS = nanos("standstill", 1000);
    public static final long LAUNCHED_STANDSTILL_NANOS = nanos("launched.standstill", 2000);
    /** Age of a standstill on one of several nodes from which data in transit must have arrived. */
    public static final long TRANSIT_NANOS = nanos("transit", 3000);
    /** Shortest and longest interval between searches, so that a deadlock is found 5 seconds after its begin. */
    public static final long SEARCH_NANOS = nanos("search", 1000);
    public static final long LATER_SEARCH_NANOS = nanos("later.search", 3000);
    /** Interval to the second search: several times a sleeper's poll interval and the delay between nodes. */
    public static final long SECOND_SEARCH_NANOS = nanos("second.search", 500);
    /** Age of a standstill at which a rare doubt is reported. */
    public static final long DOUBT_NANOS = nanos("doubt", 5000);
    /** Age of the first standstill for which any doubt is mentioned. */
    public static final long LONG_DOUBT_NANOS = nanos("long.doubt", 10_000);
    /** Timeout of a JVM that is asked for its threads. */
    public static final long JVM_ANSWER_NANOS = nanos("jvm.answer", 5000);
    /** Timeout of a simulating process, several times its poll interval. */
    public static final long SIMULATION_ANSWER_NANOS = nanos("simulation.answer", 2000);

    /** Time in which waits in the library notice an abort, before the threads of PEs are interrupted. */
    public static final long ABORT_NANOS = nanos("abort", 300);
    /** Time from an abort in which threads that were interrupted may end. */
    public static final long INTERRUPT_NANOS = nanos("interrupt", 5000);

    /** How long to collect other PEs that desert like the first, so the message names all. */
    public static final long OTHER_DESERTERS_NANOS = nanos("other.deserters", 200);
    /** Timeout of the launcher's last messages, and the same after a signal or the time limit. */
    public static final long MESSAGES_NANOS = nanos("messages", 5000);
    public static final long HURRIED_MESSAGES_NANOS = nanos("hurried.messages", 500);
    /** Time without progress from which all started JVMs count as ready. */
    public static final long STARTING_NANOS = nanos("starting", 2000);
    /** Maximum time to drain the output of a JVM that has ended, and how long an empty pipe stays open meanwhile. */
    public static final long LAST_WORDS_NANOS = nanos("last.words", 5000);
    public static final long EMPTY_PIPE_NANOS = nanos("empty.pipe", 200);
    /** How long a pipe may stay empty and open before its holder is searched for, and if none is found. */
    public static final long OPEN_PIPE_NANOS = nanos("open.pipe", 300);
    public static final long HELD_PIPE_NANOS = nanos("held.pipe", 5000);
    /** Maximum pause of the output's reader after a signal or the time limit. */
    public static final long HURRIED_READER_NANOS = nanos("hurried.reader", 1000);
    /** Interval in which a second SIGINT counts as the first. */
    public static final long SAME_SIGNAL_MILLIS = millis("same.signal", 100);
    /** Timeouts of {@code oshrun stacks} and of {@code oshstat}, which ask busy jobs. */
    public static final long STACKS_NANOS = nanos("stacks", 30_000);
    public static final long SAMPLE_NANOS = nanos("sample", 3000);

    /** Time without a message or answer after which a node counts as lost. */
    public static final long SILENCE_NANOS = nanos("silence", 20_000);
    /** Interval at which an agent reports that it is alive. */
    public static final long BEAT_NANOS = nanos("beat", 1000);
    /** Interval between two polls from which this process must itself have been stopped, so messages are waiting. */
    public static final long STOPPED_NANOS = nanos("stopped", 1000);
    /** Timeout of a connection to a node, and of its hello. */
    public static final long CONNECT_MILLIS = millis("connect", 2000);
    public static final long HELLO_MILLIS = millis("hello", 20_000);
    /** Time for a dead PE's last data to arrive; its kernel closes the connection after them. */
    public static final long LAST_DATA_NANOS = nanos("last.data", 5000);
    /** Grace period for the launcher to end the job after the loss of a node. */
    public static final long LOST_NODE_NANOS = nanos("lost.node", 5000);
    /** Grace period: a dead PE reported by another node is a better reason than a lost agent. */
    public static final long OTHER_REASON_NANOS = nanos("other.reason", 500);
    /** Time for agents to end after the grace period of their PEs, then for one agent and its leftovers. */
    public static final long AGENTS_END_NANOS = nanos("agents.end", 10_000);
    public static final long AGENT_END_MILLIS = millis("agent.end", 2000);
    public static final long CLEANING_NANOS = nanos("cleaning", 10_000);
    /** Time for an agent's threads to end: the one that serves memory may wait for a core first. */
    public static final long SERVING_END_MILLIS = millis("serving.end", 2000);
    public static final long LAST_MESSAGE_MILLIS = millis("last.message", 300);
    /** Timeouts of agents, even if some of their PEs do not answer with a stack. */
    public static final long NODE_PLACES_NANOS = nanos("node.places", 8000);
    public static final long NODE_SAMPLES_NANOS = nanos("node.samples", 2000);

    private Times() {
    }

    private static long millis(String name, long standard) {
        return Long.getLong("shmem4j.time." + name, standard);
    }

    private static long nanos(String name, long standard) {
        return TimeUnit.MILLISECONDS.toNanos(millis(name, standard));
    }
}
