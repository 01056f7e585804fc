#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

// libpq, opened at the first call of one of these functions and not at the program's start. It brings Kerberos, LDAP
// and their dependencies, and only a desk on PostgreSQL needs them. Where it cannot be opened, each function returns
// what libpq returns when there is no memory or no connection. The names are libpq's own after `till_`.

/// Returns whether libpq could be opened and has every function that Till uses (PostgreSQL 14 or newer).
bool till_pq_is_there(void);

/// Begins to connect with keywords and their values (each list ends with NULL). A value of `dbname` that is a URL or a
/// list of settings is parsed.
PGconn *till_pq_connect_start(const char *const *keywords, const char *const *values);
PostgresPollingStatusType till_pq_connect_poll(PGconn *connection);
void till_pq_finish(PGconn *connection);
ConnStatusType till_pq_status(const PGconn *connection);
PGTransactionStatusType till_pq_transaction_status(const PGconn *connection);
const char *till_pq_error_message(const PGconn *connection);
int till_pq_socket(const PGconn *connection);
int till_pq_server_version(const PGconn *connection);
/// Drops the server's notices.
void till_pq_ignore_notices(PGconn *connection);

/// Parses a connection string; returns NULL, with the reason in `error`, when it is invalid.
PQconninfoOption *till_pq_conninfo_parse(const char *text, char **error);
void till_pq_conninfo_free(PQconninfoOption *options);

int till_pq_set_nonblocking(PGconn *connection);
int till_pq_flush(PGconn *connection);
int till_pq_consume_input(PGconn *connection);
int till_pq_is_busy(PGconn *connection);
PGresult *till_pq_get_result(PGconn *connection);
/// Asks the server to stop the running statement, on a connection and a thread of its own. libpq waits without a time
/// limit for the server's answer, which never comes when the network was cut.
void till_pq_cancel(PGconn *connection);

/// Sends one or more statements without values; their answers are text.
int till_pq_send_query(PGconn *connection, const char *sql);
/// Sends one statement with its values; its answer is binary.
int till_pq_send_parameters(PGconn *connection, const char *sql, int count, const Oid *types, const char *const *values,
                            const int *lengths, const int *formats);
/// Asks the server to parse a statement as the unnamed one, which lasts until the next one, so that nothing outlives a
/// transaction.
int till_pq_send_prepare(PGconn *connection, const char *sql, int count, const Oid *types);
/// Sends the unnamed statement's values; its answer is binary.
int till_pq_send_prepared(PGconn *connection, int count, const char *const *values, const int *lengths,
                          const int *formats);
int till_pq_enter_pipeline(PGconn *connection);
int till_pq_exit_pipeline(PGconn *connection);
int till_pq_pipeline_sync(PGconn *connection);

/// Returns 1 when the bytes were accepted, 0 when they must be offered again, -1 for an error.

ExecStatusType till_pq_result_status(const PGresult *result);
const char *till_pq_result_field(const PGresult *result, int field);
int till_pq_rows(const PGresult *result);
int till_pq_columns(const PGresult *result);
const char *till_pq_column_name(const PGresult *result, int column);
Oid till_pq_column_type(const PGresult *result, int column);
const char *till_pq_value(const PGresult *result, int row, int column);
int till_pq_length(const PGresult *result, int row, int column);
bool till_pq_is_null(const PGresult *result, int row, int column);
/// Returns how many rows a change affected, as text; empty for other statements.
const char *till_pq_touched(PGresult *result);
void till_pq_clear(PGresult *result);

PGnotify *till_pq_notifies(PGconn *connection);
void till_pq_free(void *bytes);

/// The fields of an error, which C names by characters.
static const int till_pq_field_state = 'C';
static const int till_pq_field_message = 'M';
static const int till_pq_field_constraint = 'n';
