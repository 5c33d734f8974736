// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

/**
 * An access that has begun, before its effect.
 *
 * @param step   what it will be
 * @param effect does it
 */
record Late(Step step, Runnable effect) {
}
