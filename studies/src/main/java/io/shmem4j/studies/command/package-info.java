// SPDX-License-Identifier: Apache-2.0
/**
 * {@code oshrun sim}, {@code model}, {@code reproduce}: published experiments, this machine's model, figures of papers.
 */
package io.shmem4j.studies.command;
