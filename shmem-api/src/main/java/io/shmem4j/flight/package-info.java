// SPDX-License-Identifier: Apache-2.0
/** Calls and sessions as events of the JDK's flight recorder. */
package io.shmem4j.flight;
