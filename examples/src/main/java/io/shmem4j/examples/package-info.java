// SPDX-License-Identifier: Apache-2.0
/** Complete programs of about a hundred lines, each started by its short name: {@code oshrun -np 4 hello}. */
package io.shmem4j.examples;
