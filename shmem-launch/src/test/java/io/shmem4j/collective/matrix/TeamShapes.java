// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.matrix;

import io.shmem4j.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * The teams that a matrix runs on: sizes 1 to 17, 32, 61, 64 and all, as far as they fit into the job, contiguous,
 * reversed and strided; the argument {@value #LARGE} leaves out those of up to 17 members.
 */
final class TeamShapes {
    static final String LARGE = "large";
    private static final int SMALL_SIZE = 17;
    private static final int[] LARGE_SIZES = {32, 61, 64};

    private TeamShapes() {
    }

    private record Shape(int start, int stride, int size) {
    }

    /** Makes each team in turn, lets its members act, and frees it. */
    static void forEach(Team world, String[] args, BiConsumer<Team, String> action) {
        for (Shape shape : shapes(world.nPes(), List.of(args).contains(LARGE) ? SMALL_SIZE + 1 : 1)) {
            Team team = world.splitStrided(shape.start, shape.stride, shape.size);
            if (team.isMember()) {
                action.accept(team, shape.toString());
                team.free();
            }
        }
    }

    private static List<Shape> shapes(int pes, int smallest) {
        List<Shape> shapes = new ArrayList<>();
        for (int size = smallest; size <= pes; size++) {
            boolean large = false;
            for (int one : LARGE_SIZES) {
                large |= size == one;
            }
            if (size > SMALL_SIZE && size != pes && !large) {
                continue;
            }
            if (smallest > SMALL_SIZE) {
                int stride = 2 * size <= pes ? 2 : size == pes ? -1 : 1;
                shapes.add(new Shape(stride < 0 ? pes - 1 : 0, stride, size));
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
