// SPDX-License-Identifier: Apache-2.0
/** The command line of {@code oshrun}: its options and the reader that takes words apart. */
package io.shmem4j.launch.option;
