// SPDX-License-Identifier: Apache-2.0
/** Rings that carry records of words between all PEs, in order, and detect when no record is left. */
package io.shmem4j.irregular.lane;
