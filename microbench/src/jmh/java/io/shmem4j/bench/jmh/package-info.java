// SPDX-License-Identifier: Apache-2.0
/** JMH benchmarks inside one JVM: what the compiler makes of single calls and loops, without another process. */
package io.shmem4j.bench.jmh;
