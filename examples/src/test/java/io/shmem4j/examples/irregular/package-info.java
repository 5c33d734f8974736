// SPDX-License-Identifier: Apache-2.0
/** Programs on graphs, each by several means of shmem-irregular, whose results must agree. */
package io.shmem4j.examples.irregular;
