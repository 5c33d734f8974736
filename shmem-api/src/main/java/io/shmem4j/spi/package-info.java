// SPDX-License-Identifier: Apache-2.0
/**
 * The interface of a backend: memory, ordering, waiting, identity and abort. Teams, contexts, collectives, locks and
 * signals are written once, on top of it.
 */
package io.shmem4j.spi;
