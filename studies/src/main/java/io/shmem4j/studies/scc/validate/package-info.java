// SPDX-License-Identifier: Apache-2.0
/** Published results for the SCC beside the simulated ones. */
package io.shmem4j.studies.scc.validate;
