// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.local;

/** Unwinds a thread that has ended the job: the nearest thing to the end of a process. */
final class EndOfJob extends Error {
    private static final long serialVersionUID = 1;

    EndOfJob() {
        super("this PE has ended the job", null, false, false);
    }
}
