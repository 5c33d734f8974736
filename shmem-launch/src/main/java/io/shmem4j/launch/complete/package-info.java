// SPDX-License-Identifier: Apache-2.0
/** What the shells offer when somebody presses the tabulator key: options, their values, programs, classes. */
package io.shmem4j.launch.complete;
