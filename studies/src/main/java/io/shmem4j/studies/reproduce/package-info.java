// SPDX-License-Identifier: Apache-2.0
/** {@code oshrun reproduce}: every figure of the papers by its name, its claims, and pages with what came out. */
package io.shmem4j.studies.reproduce;
