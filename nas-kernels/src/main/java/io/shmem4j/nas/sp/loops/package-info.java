// SPDX-License-Identifier: Apache-2.0
/** The loops of SP over rows and tiles of one PE's memory, number by number and with the Vector API. */
package io.shmem4j.nas.sp.loops;
