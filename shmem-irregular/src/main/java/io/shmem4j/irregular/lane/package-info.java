// SPDX-License-Identifier: Apache-2.0
/** Rings of words from each PE to each PE: they carry records in order, and detect when none is left on any PE. */
package io.shmem4j.irregular.lane;
