# SPDX-License-Identifier: Apache-2.0
"""A visitor of the job that the class VisitedProgram runs, with two PEs; VisitorsIT starts both."""

import asyncio
import doctest
import os
import signal
import struct
import threading
import time
import unittest
import warnings

import shmem4j

if os.environ.get("WITHOUT_NUMPY"):
    shmem4j.numpy = None
numpy = shmem4j.numpy

ECHO, END, PUT_QUIET, FREE, STORE = range(5)
LIMIT = 60


class Visits(unittest.TestCase):
    def setUp(self):
        self.job = shmem4j.Job.attach(writable=True)
        self.addCleanup(self.job.close)

    def ask(self, what, pe):
        """Asks a PE for something, and returns the value of its answer to come."""
        ask = self.job["ask"]
        ask.swap(what, pe, 1)
        return ask.add(1, pe) + 1

    def test_pe_wakes_visitor_and_back(self):
        answer = self.job["answer"]
        for what in (ECHO, PUT_QUIET, STORE):
            for pe in range(2):
                for nap in (0, 0.05):
                    time.sleep(nap)
                    expected = self.ask(what, pe)
                    self.assertEqual(expected, answer.wait(">=", expected, pe, timeout=LIMIT))

    def test_signal_wakes_visitors(self):
        # Not by waits, which look again after a while.
        for pe in range(2):
            bell = self.job._announce(pe)
            self.job.signal_set("other", 1, pe, 1)
            self.assertNotEqual(bell, self.job._announce(pe))

    def test_arrays_show_every_type(self):
        cells, grid, names = self.job["cells"], self.job["grid"], self.job["names"]
        self.assertLessEqual({"ask[4]", "counts[4]", "numbers[6]", "grid[3][4]", "cells[3]", "names[2]", "signal[1]"},
                             {str(entry) for entry in self.job.objects()})
        if numpy is None:
            self.assertEqual(1.5, grid.pe(1)[2, 3])
            self.assertEqual((1.5, 2.5, 8, 4, 3, 2, 1), struct.unpack_from("=ddq4i", cells.pe(1), 40))
            cells.put(struct.pack("=ddq4i", 1, 2, 3, 4, 5, 6, 7), 1, 2)
            self.assertEqual((1, 2, 3, 4, 5, 6, 7), struct.unpack("=ddq4i", cells.get(1, 2)))
        else:
            self.assertEqual((3, 4), grid.pe(0).shape)
            self.assertEqual(0.5, grid.pe(0)[2, 3])
            self.assertEqual([1.5, 2.5, 8], [cells.pe(1)[name][1] for name in ("at.x", "at.y", "visits")])
            self.assertEqual([4, 3, 2, 1], list(cells.pe(1)["neighbours"][1]))
            one = numpy.zeros(1, cells.dtype)
            one["visits"] = 5
            cells.put(one, 1, 2)
            self.assertEqual(5, cells.get(1, 2)["visits"][0])
            text = names.pe(0)[1]
            self.assertEqual("wörter", text["utf8"].tobytes()[:text["bytes"]].decode())
        self.assertEqual(-1, self.job["signal"].wait("<", 0))

    def test_atomics_count_from_all_sides(self):
        for name, bits in (("other", 64), ("counts", 32)):
            word = self.job[name]
            word.swap(0, 1, 2)

            def count():
                for _ in range(2000):
                    word.add(1, 1, 2)

            threads = [threading.Thread(target=count) for _ in range(3)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(6000, word.fetch(1, 2))
            self.assertEqual(6000, word.compare_swap(5, 7, 1, 2))
            self.assertEqual(6000, word.compare_swap(6000, -1, 1, 2))
            self.assertEqual(-1, word.bits("and", ~1, 1, 2))
            self.assertEqual(-2, word.bits("xor", -2, 1, 2))
            self.assertEqual(0, word.bits("or", 2 ** (bits - 1) - 1, 1, 2))
            self.assertEqual(2 ** (bits - 1) - 1, word.swap(0, 1, 2))

    def test_wait_says_why_it_ends(self):
        ask, extra = self.job["ask"], self.job["extra"]
        with self.assertRaisesRegex(TimeoutError, r"other\[3\] of PE 1 is 0 after 0.02 s, not == 5"):
            self.job["other"].wait("==", 5, pe=1, index=3, timeout=0.02)
        # A shell starts programs in the background with the signal ignored.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        timer = threading.Timer(0.05, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            ask.wait("==", -5, timeout=LIMIT)
        for call, kind, text in ((lambda: self.job["numbers"].wait(">", 1), TypeError, "no longs or ints"),
                                 (lambda: ask.wait(">", 1, index=9), IndexError, "none of index 9"),
                                 (lambda: shmem4j.Job.attach()["ask"].wait(">", 1), shmem4j.Error, "writable=True")):
            with self.assertRaisesRegex(kind, text):
                call()
        with self.assertRaisesRegex(IndexError, "no PE 2"):
            ask.wait(">", 1, pe=2)
        with self.assertRaisesRegex(IndexError, "too many"):
            self.job["numbers"].put([1.0] * 3, index=4)
        expected = [self.ask(FREE, pe) for pe in range(2)]
        with self.assertRaisesRegex(shmem4j.Error, "extra of job .* has been freed"):
            extra.wait("==", 1, timeout=LIMIT)
        for pe in range(2):
            self.job["answer"].wait(">=", expected[pe], pe, timeout=LIMIT)

    def test_tasks_wait_side_by_side(self):
        async def both():
            answers = [self.job.arrived("answer", ">=", self.job["answer"].fetch(pe) + 1, pe=pe, timeout=LIMIT)
                       for pe in range(2)]
            waits = [asyncio.create_task(each) for each in answers]
            never = asyncio.create_task(self.job.arrived("other", "==", -77))
            await asyncio.sleep(0.02)
            self.assertFalse(any(each.done() for each in (*waits, never)))
            expected = [self.ask(ECHO, pe) for pe in range(2)]
            self.assertEqual(expected, await asyncio.gather(*waits))
            never.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await never

        asyncio.run(both())

    def test_close_ends_waits_of_other_threads(self):
        for pause in (0, 0.001, 0.02):
            job, why = shmem4j.Job.attach(writable=True), []
            word = job["other"]

            def wait():
                try:
                    word.wait("==", -5, timeout=LIMIT)
                except shmem4j.Error as error:
                    why.append(str(error))

            thread = threading.Thread(target=wait)
            thread.start()
            time.sleep(pause)
            job.close()
            job.close()
            thread.join()
            self.assertRegex(why[0], "has been closed")

    def test_forked_and_dropped_jobs_end(self):
        job = shmem4j.Job.attach(writable=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            child = os.fork()
        if child == 0:
            try:
                job["other"].fetch()
                os._exit(1)
            except shmem4j.Error:
                os._exit(0)
        self.assertEqual(0, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        self.assertEqual(0, job["other"].fetch(1, 3))
        visit = job._visit
        del job
        with self.assertRaises(OSError):
            os.fstat(visit)

    def test_examples(self):
        # The answers of examples are a PE's own words, which no other test changes.
        result = doctest.DocTestSuite(shmem4j, globs={"job": self.job, "asyncio": asyncio})
        outcome = unittest.TestResult()
        result.run(outcome)
        self.assertEqual([], [text for _, text in outcome.failures + outcome.errors])
        self.assertGreater(outcome.testsRun, 4)


if __name__ == "__main__":
    unittest.main()
