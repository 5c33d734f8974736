// SPDX-License-Identifier: Apache-2.0
/**
 * The experiments of the OpenSHMEM study on the Xeon Phi: programs of the library's public API, run as one simulated
 * job in this JVM.
 */
package io.shmem4j.studies.knc.program;
