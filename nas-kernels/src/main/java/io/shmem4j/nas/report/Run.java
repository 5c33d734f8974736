// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.report;

/**
 * A run as its line of JSON tells it.
 *
 * @param benchmark     name
 * @param npbClass      problem class
 * @param pes           number of PEs
 * @param variant       everything else that runs are told apart by, in words
 * @param seconds       time of the slowest PE
 * @param mops          millions of operations a second
 * @param verified      true, false, or null where nothing was checked
 * @param communication share of the time that was not local work, from 0 to 1
 */
record Run(String benchmark, String npbClass, int pes, String variant, double seconds, double mops, Boolean verified,
    double communication) {
    String problem() {
        return benchmark + " " + npbClass;
    }

    boolean wrong() {
        return Boolean.FALSE.equals(verified);
    }
}
