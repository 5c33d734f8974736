// SPDX-License-Identifier: Apache-2.0
/** Messages, transfers, broadcasts and collectives through the message buffers of the SCC. */
package io.shmem4j.studies.rcce;
