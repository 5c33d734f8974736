// SPDX-License-Identifier: Apache-2.0
/** Printed sheets. */
package io.shmem4j.bench.measure;
