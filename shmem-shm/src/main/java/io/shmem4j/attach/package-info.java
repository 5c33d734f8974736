// SPDX-License-Identifier: Apache-2.0
/** Reads the symmetric objects of a running job from a JVM outside the job. */
package io.shmem4j.attach;
