// SPDX-License-Identifier: Apache-2.0
/**
 * The scalar pentadiagonal benchmark SP: steps of an approximately factored solver on a cubic grid, with a right-hand
 * side and one scalar pentadiagonal solution along each direction in every step.
 */
package io.shmem4j.nas.sp;
