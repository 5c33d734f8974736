/* SPDX-License-Identifier: Apache-2.0 */
/* Executes the cases of a table as a visitor; VisitorCasesIT starts it and the job. Prints what differs. */
#include "shmem4j.h"
#include <stdlib.h>

#define END 1
#define FREE 3
#define LIMIT 60000000000

static struct shmem4j_job job, closed, readonly;
static struct shmem4j_object ask, answer, again, extra;

static void request(int64_t what) {
    int64_t before[2] = {0, 0};
    for (int pe = 0; pe < 2; pe++) {
        shmem4j_update(&job, &ask, pe, 1, SHMEM4J_SET, what, NULL);
        shmem4j_update(&job, &ask, pe, 0, SHMEM4J_ADD, 1, &before[pe]);
    }
    for (int pe = 0; pe < 2 && what != END; pe++) {
        shmem4j_wait(&job, &answer, pe, 0, SHMEM4J_GE, before[pe] + 1, LIMIT, NULL);
    }
}

static int error_of(const char *kind) {
    return strcmp(kind, "range") == 0 ? ERANGE : strcmp(kind, "freed") == 0 ? ENOENT
        : strcmp(kind, "timeout") == 0 ? ETIMEDOUT : strcmp(kind, "ended") == 0 ? ECANCELED
        : strcmp(kind, "readonly") == 0 || strcmp(kind, "closed") == 0 ? EBADF : EINVAL;
}

static int index_of(const char *word, const char *const *words) {
    int at = 0;
    while (words[at] != NULL && strcmp(words[at], word) != 0) {
        at++;
    }
    return at;
}

/* Calls a routine; returns -1 with errno after an error. */
static int call(const struct shmem4j_job *by, const struct shmem4j_object *object, int pe, int64_t index, char **words,
    int64_t *result) {
    static const char *const ops[] = {"swap", "add", "and", "or", "xor", NULL};
    static const char *const cmps[] = {"==", "!=", ">", ">=", "<", "<=", NULL};
    if (strcmp(words[5], "pe") == 0) {
        return shmem4j_pe(by, object, pe) == NULL ? -1 : 0;
    }
    if (strcmp(words[5], "wait") == 0) {
        return shmem4j_wait(by, object, pe, index, (enum shmem4j_cmp) index_of(words[6], cmps), atoll(words[7]),
            1000000, result);
    }
    if (strcmp(words[5], "cas") == 0) {
        *result = atoll(words[6]);
        return shmem4j_update(by, object, pe, index, SHMEM4J_SWAP_IF, atoll(words[7]), result);
    }
    return shmem4j_update(by, object, pe, index, (enum shmem4j_op) index_of(words[5], ops), atoll(words[6]), result);
}

static void *cell(const struct shmem4j_object *object, int pe, int64_t index) {
    return (char *) shmem4j_pe(&job, object, pe) + index * (strcmp(object->type, "SymmetricInts") == 0 ? 4 : 8);
}

static int64_t stored(const struct shmem4j_object *object, int pe, int64_t index) {
    return shmem4j_load((const char *) cell(object, pe, index), strcmp(object->type, "SymmetricInts") == 0 ? 4 : 8);
}

static void execute(char **words, int count) {
    struct shmem4j_job *by = strcmp(words[0], "closed") == 0 ? &closed : strcmp(words[0], "readonly") == 0 ? &readonly
        : &job;
    struct shmem4j_object object = extra;
    int pe = atoi(words[2]), found;
    int64_t index = atoll(words[3]), result = 0;
    if (strcmp(words[1], "extra") != 0 && shmem4j_find(&job, words[1], &object) != 0) {
        printf("no %s\n", words[1]);
        return;
    }
    if (strcmp(words[4], "-") != 0) {
        int64_t before = atoll(words[4]);
        memcpy(cell(&object, pe, index), &before, strcmp(object.type, "SymmetricInts") == 0 ? 4 : 8);
    }
    errno = 0;
    found = call(by, &object, pe, index, words, &result);
    if (strcmp(words[count - 3], "!") == 0 ? found == 0 || errno != error_of(words[count - 2])
        : found != 0 || result != atoll(words[count - 2])) {
        printf("%s %s %s %s %s %s %s -> %d %s, %lld\n", words[0], words[1], words[2], words[3], words[5], words[6],
            words[7], found, strerror(errno), (long long) result);
    }
    if (strcmp(words[count - 1], "-") != 0 && stored(&object, pe, index) != atoll(words[count - 1])) {
        printf("%s %s %s %s: %lld is stored\n", words[0], words[1], words[3], words[5],
            (long long) stored(&object, pe, index));
    }
    if (strcmp(words[0], "freed") == 0 && (stored(&again, 0, 0) != 77 || stored(&again, 1, 0) != 77)) {
        printf("%s: the object that has the memory now was changed\n", words[5]);
    }
}

int main(int count, char **arguments) {
    char line[256], last[16] = "";
    int cases = 0;
    FILE *table = count < 3 ? NULL : fopen(arguments[2], "r");
    if (table == NULL || shmem4j_attach(&job, arguments[1], "", 1) != 0
        || shmem4j_attach(&closed, arguments[1], "", 1) != 0 || shmem4j_attach(&readonly, arguments[1], "", 0) != 0
        || shmem4j_find(&job, "ask", &ask) != 0 || shmem4j_find(&job, "answer", &answer) != 0
        || shmem4j_find(&job, "extra", &extra) != 0) {
        perror("no job");
        return 1;
    }
    shmem4j_detach(&closed);
    while (fgets(line, sizeof line, table) != NULL) {
        char *words[16];
        int size = 0;
        for (char *word = strtok(line, " \n"); word != NULL && size < 16; word = strtok(NULL, " \n")) {
            words[size++] = word;
        }
        if (size == 0 || words[0][0] == '#' || strcmp(words[0], "python") == 0 || strcmp(words[5], "put") == 0) {
            continue;
        }
        if (strcmp(last, words[0]) != 0 && strcmp(words[0], "freed") == 0) {
            int64_t mark = 77;
            request(FREE);
            shmem4j_find(&job, "again", &again);
            memcpy(cell(&again, 0, 0), &mark, 8);
            memcpy(cell(&again, 1, 0), &mark, 8);
        }
        if (strcmp(last, words[0]) != 0 && strcmp(words[0], "ended") == 0) {
            request(END);
            shmem4j_wait(&job, &answer, 0, 2, SHMEM4J_EQ, 5, LIMIT, NULL);
        }
        snprintf(last, sizeof last, "%s", words[0]);
        execute(words, size);
        cases++;
    }
    printf("%d cases\n", cases);
    return 0;
}
