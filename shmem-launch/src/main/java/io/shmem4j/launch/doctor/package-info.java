// SPDX-License-Identifier: Apache-2.0
/** {@code oshrun doctor}: what of this machine and JDK jobs need, and what to do where something is missing. */
package io.shmem4j.launch.doctor;
