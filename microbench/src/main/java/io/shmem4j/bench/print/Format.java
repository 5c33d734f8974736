// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.print;

/** How results are printed. */
public enum Format {
    /** Aligned columns for people. */
    TABLE,
    /** Comma-separated values, one header line for each sheet. */
    CSV,
    /** One JSON object for each sheet, on a line of its own. */
    JSON,
    /** Blocks of lines as the OSU suite prints them. */
    OSU,
    /** Blocks of lines as the Sandia OpenSHMEM test suite prints them. */
    SOS,
    /** Blocks of lines as the Intel MPI Benchmarks print them. */
    IMB,
    /** Blocks of lines as shmembench prints them. */
    SHMEMBENCH,
    /** Blocks of lines as the University of Houston's PGAS microbenchmarks print them. */
    UH
}
