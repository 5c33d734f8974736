// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.knc.experiment;

/** The name of the two-sided baseline in every figure, which says that it is no measurement. */
final class Baseline {
    static final String NAME = "MPI-like (calibrated)";
    static final String NOTE = "The MPI-like baseline is calibrated, not published: see the profile mpi-like.";

    private Baseline() {
    }
}
