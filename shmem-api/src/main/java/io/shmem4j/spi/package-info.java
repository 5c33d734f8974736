// SPDX-License-Identifier: Apache-2.0
/**
 * What a backend implements: memory, ordering, waiting, identity and abort. Teams, contexts, collectives, locks and
 * signals are written once above it.
 */
package io.shmem4j.spi;
