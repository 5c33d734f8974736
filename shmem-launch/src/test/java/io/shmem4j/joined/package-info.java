// SPDX-License-Identifier: Apache-2.0
/** Tests of jobs that JVMs join by a name, in real JVMs that no launcher has started. */
package io.shmem4j.joined;
