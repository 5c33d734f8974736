// SPDX-License-Identifier: Apache-2.0
/** Which packages may use which. */
package io.shmem4j.layers;
