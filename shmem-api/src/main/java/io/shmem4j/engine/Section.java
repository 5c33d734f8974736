// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

/** Code with which other PEs must not find this PE half done when it ends its session. */
public interface Section {
    /** Lets no thread in any more, and waits for the one that is in it, which does not wait for another PE then. */
    void shut();

    /** Repairs what an exception has left half done; a thread of the library calls it once a second. */
    void mend();
}
