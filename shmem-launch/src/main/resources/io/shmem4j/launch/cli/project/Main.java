package @package@;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;

/** Pi as the area below a curve: every PE adds up its share of the strips, and a reduction adds up the shares. */
public final class Main {
    private Main() {
    }

    /** {@return pi, the same on every PE; all PEs call it} */
    static double pi(Shmem shmem, int strips) {
        SymmetricDoubles area = shmem.allocateDoubles(1);
        double share = 0;
        for (int i = shmem.myPe(); i < strips; i += shmem.nPes()) {
            double x = (i + 0.5) / strips;
            share += 4 / (1 + x * x) / strips;
        }
        area.set(0, share);
        shmem.world().sumReduce(area, area, 1);
        double pi = area.get(0);
        area.free();
        return pi;
    }

    public static void main(String[] args) {
        int strips = args.length == 0 ? 1_000_000 : Integer.parseInt(args[0]);
        try (Shmem shmem = Shmem.init()) {
            double pi = pi(shmem, strips);
            if (shmem.myPe() == 0) {
                System.out.println("pi is " + pi + ", by " + shmem.nPes() + " PEs");
            }
        }
    }
}
