// SPDX-License-Identifier: Apache-2.0
/** Messages from inside their package. */
package io.shmem4j.irregular.message;
