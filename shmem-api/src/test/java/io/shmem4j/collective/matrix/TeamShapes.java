// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.matrix;

import io.shmem4j.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** The teams that a matrix runs on: all sizes that fit into the job, contiguous, reversed, strided. */
final class TeamShapes {
    private static final int[] LARGE = {32, 61, 64};

    private TeamShapes() {
    }

    private record Shape(int start, int stride, int size) {
    }

    /** Makes each team in turn, lets its members act, and destroys it. */
    static void forEach(Team world, BiConsumer<Team, String> action) {
        for (Shape shape : shapes(world.nPes())) {
            Team team = world.splitStrided(shape.start, shape.stride, shape.size);
            if (team.isMember()) {
                action.accept(team, shape.toString());
                team.destroy();
            }
        }
    }

    private static List<Shape> shapes(int pes) {
        List<Shape> shapes = new ArrayList<>();
        for (int size = 1; size <= pes; size++) {
            boolean large = false;
            for (int one : LARGE) {
                large |= size == one;
            }
            if (size > 17 && size != pes && !large) {
                continue;
            }
            shapes.add(new Shape(0, 1, size));
            shapes.add(new Shape(pes - 1, -1, size));
            for (int stride = 2; stride <= 3 && size > 1; stride++) {
                if ((size - 1) * stride < pes) {
                    shapes.add(new Shape(pes - 1 - (size - 1) * stride, stride, size));
                }
            }
        }
        return shapes;
    }
}
