// SPDX-License-Identifier: Apache-2.0
/** MPI for Java programs, in the spellings of mpiJava and of Open MPI: {@link mpi.MPI}. */
package mpi;
