// SPDX-License-Identifier: Apache-2.0
/** Messages, transfers, broadcasts and collectives through the buffers of the SCC, and its experiments. */
package io.shmem4j.studies.scc;
