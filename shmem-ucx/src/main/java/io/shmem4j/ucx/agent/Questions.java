// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.QuestionFile;
import io.shmem4j.tools.PeLooks;
import io.shmem4j.ucx.message.Kind;
import io.shmem4j.ucx.message.Link;
import io.shmem4j.ucx.message.Message;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What somebody asks about the job in the folder of this node's part: the head hears it, and knows all nodes. */
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

    /** Looks what is asked, and who waits. */
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

    /** Tells the head what this node's PEs have done. */
    void tellSamples() throws IOException {
        link.send(Kind.SAMPLES, looks.lines());
    }

    /** The head's answer to a question. */
    synchronized void answer(Message message) {
        List<String> lines = message.lines();
        QuestionFile question = QuestionFile.valueOf(lines.getFirst());
        question.answer(files, lines.subList(1, lines.size()));
        asked.remove(question);
    }
}
