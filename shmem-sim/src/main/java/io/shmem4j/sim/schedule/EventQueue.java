// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.schedule;

/**
 * The PEs and agents of the machine that wait for their turn, by time and, at equal times, in the order of insertion;
 * each at most once.
 */
final class EventQueue {
    private final int[] heap;
    private final long[] times;
    private final long[] tickets;
    private int size;
    private long nextTicket;

    EventQueue(int pes) {
        heap = new int[pes];
        times = new long[pes];
        tickets = new long[pes];
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** {@return the earliest time, or the largest number if the queue is empty} */
    long firstTime() {
        return size == 0 ? Long.MAX_VALUE : times[heap[0]];
    }

    /** {@return the first of the queue, which must not be empty} */
    int first() {
        return heap[0];
    }

    void add(int pe, long time) {
        times[pe] = time;
        tickets[pe] = nextTicket++;
        int hole = size++;
        while (hole > 0) {
            int parent = (hole - 1) >>> 1;
            if (before(heap[parent], pe)) {
                break;
            }
            heap[hole] = heap[parent];
            hole = parent;
        }
        heap[hole] = pe;
    }

    int removeFirst() {
        int first = heap[0];
        int last = heap[--size];
        int hole = 0;
        while (true) {
            int child = 2 * hole + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (before(last, heap[child])) {
                break;
            }
            heap[hole] = heap[child];
            hole = child;
        }
        heap[hole] = last;
        return first;
    }

    private boolean before(int a, int b) {
        return times[a] < times[b] || times[a] == times[b] && tickets[a] < tickets[b];
    }
}
