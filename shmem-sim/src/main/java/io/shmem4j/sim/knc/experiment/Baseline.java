// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.knc.experiment;

/** How the two-sided baseline is named in every figure: nobody shall take it for a measurement. */
final class Baseline {
    static final String NAME = "MPI-like (calibrated)";
    static final String NOTE = "The MPI-like baseline is calibrated, not published: see the profile mpi-like.";

    private Baseline() {
    }
}
