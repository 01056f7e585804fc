#include "CPostgreSQL.h"

#include "CLateLibrary.h"

#ifdef __APPLE__
TILL_LATE_LIBRARY("libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib")
#else
TILL_LATE_LIBRARY("libpq.so.5")
#endif

bool till_pq_is_there(void) { return find("PQenterPipelineMode") != NULL; }

PGconn *till_pq_connect_start(const char *const *keywords, const char *const *values) {
  CALL(PQconnectStartParams, NULL, keywords, values, 1);
}
PostgresPollingStatusType till_pq_connect_poll(PGconn *connection) {
  CALL(PQconnectPoll, PGRES_POLLING_FAILED, connection);
}
void till_pq_finish(PGconn *connection) { DO(PQfinish, connection); }
ConnStatusType till_pq_status(const PGconn *connection) { CALL(PQstatus, CONNECTION_BAD, connection); }
PGTransactionStatusType till_pq_transaction_status(const PGconn *connection) {
  CALL(PQtransactionStatus, PQTRANS_UNKNOWN, connection);
}
const char *till_pq_error_message(const PGconn *connection) { CALL(PQerrorMessage, "", connection); }
int till_pq_socket(const PGconn *connection) { CALL(PQsocket, -1, connection); }
int till_pq_server_version(const PGconn *connection) { CALL(PQserverVersion, 0, connection); }

static void ignore(void *context, const PGresult *result) {
  (void)context;
  (void)result;
}
void till_pq_ignore_notices(PGconn *connection) { DO(PQsetNoticeReceiver, connection, ignore, NULL); }

PQconninfoOption *till_pq_conninfo_parse(const char *text, char **error) { CALL(PQconninfoParse, NULL, text, error); }
void till_pq_conninfo_free(PQconninfoOption *options) { DO(PQconninfoFree, options); }

int till_pq_set_nonblocking(PGconn *connection) { CALL(PQsetnonblocking, -1, connection, 1); }
int till_pq_flush(PGconn *connection) { CALL(PQflush, -1, connection); }
int till_pq_consume_input(PGconn *connection) { CALL(PQconsumeInput, 0, connection); }
int till_pq_is_busy(PGconn *connection) { CALL(PQisBusy, 0, connection); }
PGresult *till_pq_get_result(PGconn *connection) { CALL(PQgetResult, NULL, connection); }

static PGcancel *cancellation(PGconn *connection) { CALL(PQgetCancel, NULL, connection); }
static int cancel(PGcancel *request, char *error, int size) { CALL(PQcancel, 0, request, error, size); }
static void free_cancellation(PGcancel *request) { DO(PQfreeCancel, request); }

static void *send_cancellation(void *request) {
  char error[256];
  cancel(request, error, sizeof error);
  free_cancellation(request);
  return NULL;
}

void till_pq_cancel(PGconn *connection) {
  PGcancel *request = cancellation(connection);
  if (!request) return;
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&thread, &attributes, send_cancellation, request) != 0) free_cancellation(request);
  pthread_attr_destroy(&attributes);
}

int till_pq_send_query(PGconn *connection, const char *sql) { CALL(PQsendQuery, 0, connection, sql); }
int till_pq_send_parameters(PGconn *connection, const char *sql, int count, const Oid *types, const char *const *values,
                            const int *lengths, const int *formats) {
  CALL(PQsendQueryParams, 0, connection, sql, count, types, values, lengths, formats, 1);
}
int till_pq_send_prepare(PGconn *connection, const char *sql, int count, const Oid *types) {
  CALL(PQsendPrepare, 0, connection, "", sql, count, types);
}
int till_pq_send_prepared(PGconn *connection, int count, const char *const *values, const int *lengths,
                          const int *formats) {
  CALL(PQsendQueryPrepared, 0, connection, "", count, values, lengths, formats, 1);
}
int till_pq_enter_pipeline(PGconn *connection) { CALL(PQenterPipelineMode, 0, connection); }
int till_pq_exit_pipeline(PGconn *connection) { CALL(PQexitPipelineMode, 0, connection); }
int till_pq_pipeline_sync(PGconn *connection) { CALL(PQpipelineSync, 0, connection); }

ExecStatusType till_pq_result_status(const PGresult *result) { CALL(PQresultStatus, PGRES_FATAL_ERROR, result); }
const char *till_pq_result_field(const PGresult *result, int field) { CALL(PQresultErrorField, NULL, result, field); }
int till_pq_rows(const PGresult *result) { CALL(PQntuples, 0, result); }
int till_pq_columns(const PGresult *result) { CALL(PQnfields, 0, result); }
const char *till_pq_column_name(const PGresult *result, int column) { CALL(PQfname, NULL, result, column); }
Oid till_pq_column_type(const PGresult *result, int column) { CALL(PQftype, 0, result, column); }
const char *till_pq_value(const PGresult *result, int row, int column) { CALL(PQgetvalue, NULL, result, row, column); }
int till_pq_length(const PGresult *result, int row, int column) { CALL(PQgetlength, 0, result, row, column); }
bool till_pq_is_null(const PGresult *result, int row, int column) { CALL(PQgetisnull, 1, result, row, column); }
const char *till_pq_touched(PGresult *result) { CALL(PQcmdTuples, "", result); }
void till_pq_clear(PGresult *result) { DO(PQclear, result); }

PGnotify *till_pq_notifies(PGconn *connection) { CALL(PQnotifies, NULL, connection); }
void till_pq_free(void *bytes) { DO(PQfreemem, bytes); }
