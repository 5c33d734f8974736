// SPDX-License-Identifier: Apache-2.0
/**
 * A job before it starts: options and program words become a plan, and impossible ones are refused. What the launcher
 * asks of a module that carries jobs over several nodes.
 */
package io.shmem4j.launch.plan;
