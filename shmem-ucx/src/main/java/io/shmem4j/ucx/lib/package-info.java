// SPDX-License-Identifier: Apache-2.0
/** The functions of UCX, called by the foreign-function interface. */
package io.shmem4j.ucx.lib;
