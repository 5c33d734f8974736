// SPDX-License-Identifier: Apache-2.0
/** Reads the symmetric objects of a running job from a JVM that is none of its PEs. */
package io.shmem4j.attach;
