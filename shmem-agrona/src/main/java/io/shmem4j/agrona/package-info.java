// SPDX-License-Identifier: Apache-2.0
/** Symmetric memory as agrona's buffers: messages, counters that {@code oshstat} shows, and logs of errors. */
package io.shmem4j.agrona;
