// SPDX-License-Identifier: Apache-2.0
/** Carries records of words between all PEs, in order, by the rings of channels, and detects when none is left. */
package io.shmem4j.irregular.lane;
