// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

/**
 * A job that does not run, or can't be read.
 *
 * @param job    its name
 * @param folder its files
 * @param what   what is the matter with it
 */
record JobLine(String job, String folder, String what) {
}
