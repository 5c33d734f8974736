// SPDX-License-Identifier: Apache-2.0
/** The programs that {@code oshrun --tune} runs as jobs: they measure the collectives, and the machine's memory. */
package io.shmem4j.tune;
