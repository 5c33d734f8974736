// SPDX-License-Identifier: Apache-2.0
/** The published experiments on Knights Corner: cache states set before each iteration, every iteration timed. */
package io.shmem4j.studies.knc.experiment;
