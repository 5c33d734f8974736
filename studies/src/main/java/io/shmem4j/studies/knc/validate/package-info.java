// SPDX-License-Identifier: Apache-2.0
/** The checks of the published results for Knights Corner, which nothing else reads. */
package io.shmem4j.studies.knc.validate;
