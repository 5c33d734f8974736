// SPDX-License-Identifier: Apache-2.0
/** Users' plain loops over one operation each, as small programs, for the time of calls before the program is warm. */
package io.shmem4j.bench.cold.program;
