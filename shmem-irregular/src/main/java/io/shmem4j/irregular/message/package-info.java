// SPDX-License-Identifier: Apache-2.0
/** Messages that run code on other PEs, with replies, encodings and the detection of their end. */
package io.shmem4j.irregular.message;
