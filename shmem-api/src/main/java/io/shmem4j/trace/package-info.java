// SPDX-License-Identifier: Apache-2.0
/** The records of a trace: what a PE writes at every call, and how they lie in its file. */
package io.shmem4j.trace;
