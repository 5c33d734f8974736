// SPDX-License-Identifier: Apache-2.0
/** Words for the shells' completion: options, their values, programs, classes. */
package io.shmem4j.launch.complete;
