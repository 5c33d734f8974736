// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

/** The kinds of messages; a message carries its kind's place in this list. */
public enum Kind {
    /** Agent: versions and machine of its node. */
    HELLO,
    /** Head: the job, and the node's part of it. */
    PLAN,
    /** Agent: the heap that its node has room for. Head: the heap that all nodes have room for. */
    HEAP,
    /** Agent: address and key of its node's memory. Head: those of all nodes. */
    CARDS,
    /** Agent: standard output of its PEs. */
    OUT,
    /** Agent: standard error of its PEs and its own. */
    ERR,
    /** Agent: the states of its PEs. Head: those of a node, after its number. */
    STATES,
    /** Agent: its part of the job is over; whether all its PEs have ended by themselves. */
    OVER,
    /** Head: all parts are over. */
    RELEASE,
    /** Head: the job is being ended, and the status. */
    ABORT,
    /** Head: asks for the waits of the PEs. Agent: those of its node. */
    WHERE,
    /** Agent: whether all its running PEs have waited for a while. */
    STUCK,
    /** Agent: a PE has waited for the time of {@code --hang-detect}. */
    WAITED,
    /** Head: asks for samples of the PEs. Agent: those of its node. */
    SAMPLES,
    /** Agent: a tool on its node asks a question; its name. */
    ASK,
    /** Head: the question's name in the first line, and the answer. */
    ANSWER,
    /** Agent: how its part has ended, for the user. */
    SUMMARY,
    /** Agent: exit status, and why the part could not be started, if it could not. */
    END,
    /** Both: the sender lives. */
    BEAT
}
