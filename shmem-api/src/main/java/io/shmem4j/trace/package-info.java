// SPDX-License-Identifier: Apache-2.0
/** The records of a trace: one for every call of a PE, and their layout in its file. */
package io.shmem4j.trace;
