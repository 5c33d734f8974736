// SPDX-License-Identifier: Apache-2.0
/** {@code --tune}: plans and runs the jobs that measure this machine, and writes the cost table. */
package io.shmem4j.launch.tune;
