// SPDX-License-Identifier: Apache-2.0
/** This copy of the library: its folder, its jars, the JDK that runs it, and the programs that come with it. */
package io.shmem4j.launch.install;
