// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

/**
 * A job that does not run, or can't be read.
 *
 * @param job    its name
 * @param folder its files
 * @param what   why it has no sample
 */
record JobLine(String job, String folder, String what) {
}
