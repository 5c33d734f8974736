// SPDX-License-Identifier: Apache-2.0
/**
 * Programs that run every collective algorithm on teams of many shapes and compare each result with one computed
 * serially. They run under oshrun on any backend; {@code CollectivesIT} starts them.
 */
package io.shmem4j.collective.matrix;
