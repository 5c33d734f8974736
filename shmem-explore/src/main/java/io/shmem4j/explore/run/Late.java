// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

/**
 * A late access that was issued but not performed.
 *
 * @param step   the access
 * @param effect performs it
 */
record Late(Step step, Runnable effect) {
}
