// SPDX-License-Identifier: Apache-2.0
/**
 * The benchmark BT: steps of an approximately factored solver on the grid of {@link io.shmem4j.nas.cfd}, with a block
 * tridiagonal solution along each direction, whose blocks couple the five unknowns of a point.
 *
 * <p>The grid is dealt to the PEs in slabs or in cells, as SP's is.
 */
package io.shmem4j.nas.bt;
