// SPDX-License-Identifier: Apache-2.0
/** Command line of {@code oshrun}: its options and their parser. */
package io.shmem4j.launch.option;
