// SPDX-License-Identifier: Apache-2.0
/**
 * The unchecked exceptions of the library. Their messages name the PE, the routine, the object, and what to do.
 */
package io.shmem4j.error;
