// SPDX-License-Identifier: Apache-2.0
/**
 * The common parts of the launcher: this copy of the library, the machine, exit codes, the errors that a user sees, and
 * the interface of backends.
 */
package io.shmem4j.launch;
