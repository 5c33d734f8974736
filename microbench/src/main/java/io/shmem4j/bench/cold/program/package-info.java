// SPDX-License-Identifier: Apache-2.0
/** Users' plain loops over one operation each, as small programs: what a program pays before it is warm. */
package io.shmem4j.bench.cold.program;
