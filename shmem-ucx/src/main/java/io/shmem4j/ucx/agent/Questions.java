// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.QuestionFile;
import io.shmem4j.tools.PeLooks;
import io.shmem4j.ucx.agent.Link.Message;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Passes questions that tools leave in the job's folder to the head, because only the head can ask all nodes. */
final class Questions {
    private static final List<QuestionFile> FOR_HEAD = List.of(QuestionFile.STACKS, QuestionFile.SAMPLES);

    private final Link link;
    private final JobFiles files;
    private final PeLooks looks;
    private final Set<QuestionFile> asked = EnumSet.noneOf(QuestionFile.class);

    Questions(Link link, JobFiles files, PeLooks looks) {
        this.link = link;
        this.files = files;
        this.looks = looks;
    }

    /** Looks for new questions, and for PEs that wait. */
    synchronized void look() throws IOException {
        looks.look();
        for (QuestionFile question : FOR_HEAD) {
            if (!question.wanted(files)) {
                asked.remove(question);
            } else if (asked.add(question)) {
                link.send(Kind.ASK, question.name());
            }
        }
    }

    /** Sends the head the samples of this node's PEs. */
    void tellSamples() throws IOException {
        link.send(Kind.SAMPLES, looks.lines());
    }

    /** Hands the head's answer to the tool that has asked. */
    synchronized void answer(Message message) {
        List<String> lines = message.lines();
        QuestionFile question = QuestionFile.valueOf(lines.getFirst());
        question.answer(files, lines.subList(1, lines.size()));
        asked.remove(question);
    }
}
