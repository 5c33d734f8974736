// SPDX-License-Identifier: Apache-2.0
/** Tests of single classes of the API that need no job. */
package io.shmem4j;
