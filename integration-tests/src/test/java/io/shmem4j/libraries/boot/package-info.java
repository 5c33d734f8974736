// SPDX-License-Identifier: Apache-2.0
/** The classes of a program in an executable jar of Spring Boot, where a loader of its own loads the library too. */
package io.shmem4j.libraries.boot;
