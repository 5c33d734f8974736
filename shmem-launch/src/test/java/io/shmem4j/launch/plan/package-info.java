// SPDX-License-Identifier: Apache-2.0
/** Plans of jobs. */
package io.shmem4j.launch.plan;
