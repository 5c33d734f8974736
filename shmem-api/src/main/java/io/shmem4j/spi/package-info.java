// SPDX-License-Identifier: Apache-2.0
/**
 * Interfaces of a backend: memory, ordering, waiting, identity and abort. Teams, contexts, collectives, locks and
 * signals are written once above them.
 */
package io.shmem4j.spi;
