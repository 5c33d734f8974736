// SPDX-License-Identifier: Apache-2.0
/** Contexts that combine small accesses to a PE into large messages. */
package io.shmem4j.irregular.batch;
