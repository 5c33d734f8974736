// SPDX-License-Identifier: Apache-2.0
/** Agrona's structures between PEs, in threads and in jobs that {@code oshstat} looks at. */
package io.shmem4j.agrona;
