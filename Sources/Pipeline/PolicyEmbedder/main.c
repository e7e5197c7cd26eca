// Writes the policy files as one Swift file: the text of each, and the same as canonical JSON, which the programs read
// without a YAML parser. It knows YAML and nothing of policies, so it compiles in a second and waits for no other target.
//
// Usage: PolicyEmbedder OUTPUT.swift COMMIT POLICY.yaml…

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

static void fail(const char *path, const char *problem) {
    fprintf(stderr, "%s: error: %s\n", path, problem);
    exit(1);
}

// A string of JSON.
static void write_string(FILE *out, const unsigned char *text, size_t length) {
    fputc('"', out);
    for (size_t place = 0; place < length; place++) {
        unsigned char byte = text[place];
        if (byte == '"' || byte == '\\') {
            fprintf(out, "\\%c", byte);
        } else if (byte < 0x20) {
            fprintf(out, "\\u%04x", byte);
        } else {
            fputc(byte, out);
        }
    }
    fputc('"', out);
}

static bool is_one_of(const char *text, const char *const words[]) {
    for (; *words != NULL; words++) {
        if (strcmp(text, *words) == 0) return true;
    }
    return false;
}

// A plain true, false, null or whole number; anything else is a string.
static void write_scalar(FILE *out, const yaml_node_t *node) {
    static const char *const nulls[] = {"", "~", "null", "Null", "NULL", NULL};
    static const char *const booleans[] = {"true", "false", NULL};
    const char *text = (const char *)node->data.scalar.value;
    if (node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE) {
        if (is_one_of(text, nulls)) {
            fputs("null", out);
            return;
        }
        if (is_one_of(text, booleans)) {
            fputs(text, out);
            return;
        }
        const char *digits = text + (*text == '-' || *text == '+');
        errno = 0;
        long long number = strtoll(text, NULL, 10);
        if (*digits != 0 && strspn(digits, "0123456789") == strlen(digits) && errno == 0) {
            fprintf(out, "%lld", number);
            return;
        }
    }
    write_string(out, node->data.scalar.value, node->data.scalar.length);
}

static void write_node(FILE *out, yaml_document_t *document, int index) {
    const yaml_node_t *node = yaml_document_get_node(document, index);
    switch (node->type) {
    case YAML_SEQUENCE_NODE:
        fputc('[', out);
        for (yaml_node_item_t *item = node->data.sequence.items.start; item < node->data.sequence.items.top; item++) {
            if (item > node->data.sequence.items.start) fputc(',', out);
            write_node(out, document, *item);
        }
        fputc(']', out);
        break;
    case YAML_MAPPING_NODE:
        fputc('{', out);
        for (yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
            const yaml_node_t *key = yaml_document_get_node(document, pair->key);
            if (pair > node->data.mapping.pairs.start) fputc(',', out);
            write_string(out, key->data.scalar.value, key->data.scalar.length);
            fputc(':', out);
            write_node(out, document, pair->value);
        }
        fputc('}', out);
        break;
    default:
        write_scalar(out, node);
    }
}

// A string literal of Swift on one line.
static void write_literal(FILE *out, const char *text, size_t length) {
    fputc('"', out);
    for (size_t place = 0; place < length; place++) {
        unsigned char byte = (unsigned char)text[place];
        if (byte == '"' || byte == '\\') {
            fprintf(out, "\\%c", byte);
        } else if (byte < 0x20) {
            fprintf(out, "\\u{%x}", byte);
        } else {
            fputc(byte, out);
        }
    }
    fputc('"', out);
}

static void write_policy(FILE *out, const char *path) {
    char *text = NULL, *json = NULL;
    size_t text_length = 0, json_length = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) fail(path, strerror(errno));
    FILE *copy = open_memstream(&text, &text_length);
    for (int byte; (byte = getc(file)) != EOF;) fputc(byte, copy);
    fclose(copy);
    fclose(file);

    yaml_parser_t parser;
    yaml_document_t document;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, text_length);
    if (!yaml_parser_load(&parser, &document)) fail(path, parser.problem);
    if (yaml_document_get_root_node(&document) == NULL) fail(path, "it is empty");
    FILE *writer = open_memstream(&json, &json_length);
    write_node(writer, &document, 1);
    fclose(writer);
    yaml_document_delete(&document);
    yaml_parser_delete(&parser);

    fputs("        (\n            ", out);
    write_literal(out, json, json_length);
    fputs(",\n            ", out);
    write_literal(out, text, text_length);
    fputs("\n        ),\n", out);
    free(json);
    free(text);
}

// A file that is as it was keeps its time, so that nothing is compiled again for it.
static int is_written(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "r");
    if (file == NULL) return 0;
    size_t place = 0;
    int byte;
    while ((byte = getc(file)) != EOF && place < length && byte == (unsigned char)text[place]) place++;
    fclose(file);
    return byte == EOF && place == length;
}

int main(int count, char *arguments[]) {
    if (count < 4) {
        fputs("usage: PolicyEmbedder OUTPUT.swift COMMIT POLICY.yaml…\n", stderr);
        return 2;
    }
    const char *output = arguments[1], *commit = arguments[2];
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    fputs("// Generated from the files in policies/; edit those.\n\n"
          "/// The policy files of the build, sorted by name.\n"
          "enum EmbeddedFiles {\n"
          "    /// Each file as canonical JSON, and as written.\n"
          "    static let policies: [(canonical: StaticString, text: StaticString)] = [\n",
          out);
    for (int place = 3; place < count; place++) write_policy(out, arguments[place]);
    fputs("    ]\n}\n\n/// The origin of the build.\nenum BuildOrigin {\n    static let commit: String? = ", out);
    if (*commit == 0) {
        fputs("nil", out);
    } else {
        write_literal(out, commit, strlen(commit));
    }
    fputs("\n}\n", out);
    if (ferror(out) || fclose(out) != 0) fail(output, strerror(errno));
    if (!is_written(output, text, length)) {
        FILE *file = fopen(output, "w");
        if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0) fail(output, strerror(errno));
    }
    free(text);
    return 0;
}
