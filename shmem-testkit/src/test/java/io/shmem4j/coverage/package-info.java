// SPDX-License-Identifier: Apache-2.0
/**
 * The proof that the API is complete: a table of every routine of the specification, its Java form, and the conformance
 * case that calls it. The documentation's mapping page is written from it.
 */
package io.shmem4j.coverage;
