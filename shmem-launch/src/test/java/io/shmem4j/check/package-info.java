// SPDX-License-Identifier: Apache-2.0
/** Checking, interceptors, the profile, and the layer above all backends, in real jobs. */
package io.shmem4j.check;
