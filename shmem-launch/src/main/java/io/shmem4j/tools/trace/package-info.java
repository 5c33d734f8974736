// SPDX-License-Identifier: Apache-2.0
/** Makes a trace of the records that the PEs of a job have written: a file for trace viewers, and a page. */
package io.shmem4j.tools.trace;
