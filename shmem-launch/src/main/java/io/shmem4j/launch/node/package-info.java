// SPDX-License-Identifier: Apache-2.0
/** What the launcher asks of a module that carries jobs over several nodes. */
package io.shmem4j.launch.node;
