// SPDX-License-Identifier: Apache-2.0
/**
 * Promises of OpenSHMEM, as SPMD test cases that use the public API only, so that every backend can be held to them.
 *
 * <p>A group is a class, a case is one of its methods marked {@link io.shmem4j.conformance.Case}; {@link
 * io.shmem4j.conformance.Suite} names the groups and {@link io.shmem4j.conformance.Conformance} runs them, all cases of
 * one number of PEs in one job. Groups for each element type come from templates.
 */
package io.shmem4j.conformance;
