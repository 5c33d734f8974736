package @package@;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import io.shmem4j.junit.ShmemTest;

/** Runs the program's parts on PEs that are threads of the test's JVM, as a test for each number of PEs. */
class MainTest {
    @ShmemTest(pes = {1, 4})
    void everyPeHasPi(Shmem shmem) {
        assertEquals(Math.PI, Main.pi(shmem, 100_000), 1e-9);
    }
}
