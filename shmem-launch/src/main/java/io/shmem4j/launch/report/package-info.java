// SPDX-License-Identifier: Apache-2.0
/** What the launcher says about a job: progress, exits, and the line that explains the end. */
package io.shmem4j.launch.report;
