// SPDX-License-Identifier: Apache-2.0
/** Symmetric memory for chronicle-bytes: views as {@code Bytes}, and objects that marshal themselves between PEs. */
package io.shmem4j.chronicle;
