#ifndef ATTACHE_CSQLITE_SHIM_H
#define ATTACHE_CSQLITE_SHIM_H

#include <sqlite3.h>

// Binds a copy of the bytes: SQLITE_TRANSIENT is a cast that Swift does not import. A pointer that is NULL would bind
// NULL, so no bytes need a function of their own.
static inline int attache_sqlite_bind_text(sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes,
                                           sqlite3_uint64 count) {
    const char *text = bytes ? (const char *)bytes : "";
    return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int attache_sqlite_bind_blob(sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes,
                                           sqlite3_uint64 count) {
    if (!bytes || !count) return sqlite3_bind_zeroblob(statement, index, 0);
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Has "text" in double quotes never be a string: a misspelt column is an error. sqlite3_db_config is variadic.
static inline void attache_sqlite_reject_quoted_strings(sqlite3 *_Nonnull connection) {
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
    sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
}

#endif
