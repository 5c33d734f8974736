// SPDX-License-Identifier: Apache-2.0
/** Jobs whose programs use real libraries, in each shape. */
package io.shmem4j.libraries;
