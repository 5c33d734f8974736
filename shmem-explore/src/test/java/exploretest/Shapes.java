// SPDX-License-Identifier: Apache-2.0
package exploretest;

import java.util.ArrayList;
import java.util.List;

/** The litmus programs, made from shapes. */
public final class Shapes {
    private Shapes() {
    }

    /** {@return the texts of all of them, each different} */
    public static List<String> all() {
        List<String> all = new ArrayList<>();
        String[] orders = {"", "F; ", "Q; "};
        for (String order : orders) {
            for (String flag : new String[] {"W y1=1", "A y1=1", "U y1+1"}) {
                all.add("W x1=1; " + order + flag + " | R y1; R x1");
            }
            all.add("W x2=1; " + order + "W y1=1 | R y1; R x2 | ");
            all.add("W x2=1; " + order + "A y1=1 | R y1; U x2+1 | ");
            all.add("A x1=1; " + order + "W y1=1 | R y1; R x1");
            for (String flag : new String[] {"W y0=1", "A y0=1", "U y0+1", "L y0=1", "W y1=1"}) {
                all.add("W x0=1; " + order + flag + " | R " + flag.substring(2, 4) + "; R x0");
            }
            all.add("A x0=1; " + order + "W y0=1 | R y0; R x0");
            all.add("W x0=1; R x0; " + order + "W y0=1 | R y0; R x0");
            all.add("L x0=1; " + order + "W y0=1 | R y0; R x0");
            all.add("W x0=1; " + order + "W x0=2 | R x0; R x0");
            for (String other : orders) {
                all.add("W x1=1; " + order + "R y0 | W y0=1; " + other + "R x1");
                all.add("W x2=1; " + order + "R y2 | W y2=1; " + other + "R x2 | ");
                all.add("W x1=1; " + order + "W y1=2 | W y1=1; " + other + "W x1=2");
                all.add("W x2=1; " + order + "W y2=2 | W y2=1; " + other + "W x2=2 | ");
                all.add("R x0; " + order + "W y1=1 | R y1; " + other + "W x0=1");
            }
            all.add("W x0=1; " + order + "R y1 | W y1=1; " + order + "R x0");
            all.add("W x0=1; " + order + "R y1 | W y1=1; R z2 | W z2=1; " + order + "R x0");
            all.add("W x0=1; " + order + "R y1; R z1 | W z1=1; W y1=1; " + order + "R x0");
            all.add("W x0=1; R x0; " + order + "R y1 | W y1=1; R y1; " + order + "R x0");
            all.add("W x0=1; " + order + "R x0; R y1 | W x0=2; " + order + "W y1=1; R x0");
            all.add("L x0=1; " + order + "R y1 | L y1=1; " + order + "R x0");
            all.add("L x0=1; R x0; " + order + "R y1 | L y1=1; R y1; " + order + "R x0");
            all.add("L x0=1; " + order + "R x0; R y1 | W x0=2; " + order + "L y1=1; R x0");
            all.add("U x0+1; " + order + "W y1=1 | U y1+1; " + order + "W x0=2");
            all.add("W x1=1; " + order + "W x1=2 | R x1; R x1");
            all.add("W x1=1; " + order + "R x1 | W x1=2");
            all.add("W x1=1; " + order + "U x1+1 | R x1");
            all.add("W x1=1 | R x1; " + order + "W y2=1 | R y2; R x1");
            all.add("W x2=1 | R x2; " + order + "A y2=1 | R y2; R x2");
            all.add("W x2=1; " + order + "W y1=1 | R y1; " + order + "W z2=1 | R z2; R x2");
        }
        all.add("A x0=1; R y1 | W y1=1; R x0");
        all.add("W x0=1; U z0+1; R y1 | W y1=1; R x0");
        all.add("S x1=1,y1=1 | R y1; R x1");
        all.add("S x0=1,y0=1 | R y0; R x0");
        all.add("W z1=1; S x1=1,y1=1 | R y1; R z1");
        all.add("W z1=1; F; S x1=1,y1=1 | R y1; R z1");
        all.add("W z2=1; S x1=1,y1=1 | R y1; R z2 | ");
        all.add("S x1=1,y1=1; W z1=1 | R z1; R y1; R x1");
        all.add("S x1=1,y1=1 | S x0=1,y0=1");
        all.add("W x1=1; B | B; R x1");
        all.add("W x1=1; B; W x1=2 | B; R x1");
        all.add("W x1=1; B; W y1=1 | R y1; B; R x1");
        all.add("U x1+1 | U x1+1 | U x1+1");
        all.add("U x1+1; U y0+1 | U y0+2; U x1+2");
        all.add("W x2=1 | W y3=1 | R x2; R y3 | R y3; R x2");
        all.add("A x2=1 | A y3=1 | R x2; R y3 | R y3; R x2");
        all.add("U x2+1 | U y3+1 | R x2; R y3 | R y3; R x2");
        return all.stream().distinct().toList();
    }
}
