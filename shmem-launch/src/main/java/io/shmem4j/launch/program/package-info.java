// SPDX-License-Identifier: Apache-2.0
/** Finds a command line's program, checks it, and decides from its class path whether its PEs may share JVMs. */
package io.shmem4j.launch.program;
