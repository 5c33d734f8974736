// SPDX-License-Identifier: Apache-2.0
/** The experiments of both publications on the SCC, with settings of one's own. */
package io.shmem4j.studies.scc.experiment;
