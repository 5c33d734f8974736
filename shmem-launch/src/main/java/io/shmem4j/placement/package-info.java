// SPDX-License-Identifier: Apache-2.0
/** Which processors a job's processes run on: the machine's topology, the plan, and the system call that binds. */
package io.shmem4j.placement;
