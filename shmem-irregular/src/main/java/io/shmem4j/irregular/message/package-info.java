// SPDX-License-Identifier: Apache-2.0
/** Messages that run code on another PE, their replies and encodings, and the end of everything that they cause. */
package io.shmem4j.irregular.message;
