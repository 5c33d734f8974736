// SPDX-License-Identifier: Apache-2.0
/** Programs on libraries with which PEs share a JVM. */
package io.shmem4j.libraries.shared;
