// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/** Declares local work, which takes time on simulated machines. */
public interface FlowWork {
    /** Declares the right-hand side of some points. */
    void rhs(long points);

    /** Declares solving along one direction. */
    void solve(long points);
}
