// SPDX-License-Identifier: Apache-2.0
/** A job before it starts: options and program words become a plan, and impossible ones are refused. */
package io.shmem4j.launch.plan;
