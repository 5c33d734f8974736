// SPDX-License-Identifier: Apache-2.0
/** Tests of what PEs of one JVM have apart. */
package io.shmem4j.apart;
