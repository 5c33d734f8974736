// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.message;

/** What a message is; its number on the way is its place here. */
public enum Kind {
    /** Agent: what is installed on its node. */
    HELLO,
    /** Head: which part of which job the node runs. */
    PLAN,
    /** Agent: the heap that its node has room for. Head: the heap that all nodes have room for. */
    HEAP,
    /** Agent: how its node's memory is reached. Head: the same of all nodes. */
    CARDS,
    /** Agent: what PEs have written to standard output. */
    OUT,
    /** Agent: what PEs and launcher have written to standard error. */
    ERR,
    /** Agent: the states of its PEs. Head: those of a node, after its number. */
    STATES,
    /** Agent: its part of the job is over; whether all its PEs have ended by themselves. */
    OVER,
    /** Head: all parts are over. */
    RELEASE,
    /** Head: the job is being ended, and the status. */
    ABORT,
    /** Head: where are the PEs? Agent: what is known of its node's. */
    WHERE,
    /** Agent: whether all its PEs that are left wait, and have for a while. */
    STUCK,
    /** Agent: a PE has waited for as long as the user wants to hear of. */
    WAITED,
    /** Head: what have the PEs done? Agent: what those of its node have. */
    SAMPLES,
    /** Agent: somebody on its node asks this, by a question's name. */
    ASK,
    /** Head: the question's name in the first line, and the answer. */
    ANSWER,
    /** Agent: how its part has ended, for the user. */
    SUMMARY,
    /** Agent: exit status, and why the part could not be started, if it could not. */
    END,
    /** Both: still there. */
    BEAT
}
