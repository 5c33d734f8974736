// SPDX-License-Identifier: Apache-2.0
/** What a PE has begun and not completed, the lock around it, and the waits that advance it. */
package io.shmem4j.progress;
