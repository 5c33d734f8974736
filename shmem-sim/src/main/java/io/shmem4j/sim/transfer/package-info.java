// SPDX-License-Identifier: Apache-2.0
/** Programs that copy messages between cores, on machines with a protocol. */
package io.shmem4j.sim.transfer;
