// SPDX-License-Identifier: Apache-2.0
/** Checking, interceptors and the profile in real jobs. */
package io.shmem4j.check;
