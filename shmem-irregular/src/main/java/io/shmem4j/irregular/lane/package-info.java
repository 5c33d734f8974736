// SPDX-License-Identifier: Apache-2.0
/** Rings of words from each PE to each, which carry records in order, and know when none is left anywhere. */
package io.shmem4j.irregular.lane;
