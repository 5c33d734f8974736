// SPDX-License-Identifier: Apache-2.0
/** Rings of words from each PE to each PE, which carry records in order, and detect when none is left anywhere. */
package io.shmem4j.irregular.lane;
