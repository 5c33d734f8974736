// SPDX-License-Identifier: Apache-2.0
/**
 * Common parts of the launcher: installation, machine, placement on cores, exit statuses, errors for users, and the
 * interface of backends.
 */
package io.shmem4j.launch;
