// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

/**
 * What verification looks at.
 *
 * @param residuals root mean squares of the right-hand side, one for each unknown
 * @param errors    root mean squares of the difference to the exact solution
 */
record SpNorms(double[] residuals, double[] errors) {
}
