// SPDX-License-Identifier: Apache-2.0
/** Observers of calls: the profile, the trace and its file layout, events for the JDK's flight recorder. */
package io.shmem4j.observe;
