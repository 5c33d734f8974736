// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.progress;

/** Code that other PEs must not find half done when this PE ends its session. */
public interface Section {
    /** Keeps threads out, and waits for a thread inside, which by then waits for no other PE. */
    void shut();

    /** Repairs state that an exception has left half changed; the PE's helper calls it once a second. */
    void mend();
}
