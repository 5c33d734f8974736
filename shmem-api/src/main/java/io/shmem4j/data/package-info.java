// SPDX-License-Identifier: Apache-2.0
/**
 * Symmetric data with structure: records, structs, strings and two-dimensional arrays with halos. They are made of
 * symmetric arrays, which programs can reach for all other operations.
 */
package io.shmem4j.data;
