// SPDX-License-Identifier: Apache-2.0
/**
 * {@code oshrun doctor}: checks whether the machine and the JDK have all that jobs need, and says what to do where
 * something is missing.
 */
package io.shmem4j.launch.doctor;
