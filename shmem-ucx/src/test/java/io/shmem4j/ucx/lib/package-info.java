// SPDX-License-Identifier: Apache-2.0
/** Tests of the binding to UCX. */
package io.shmem4j.ucx.lib;
