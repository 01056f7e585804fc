#include "CMicroHTTPD.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CLateLibrary.h"

#ifdef __APPLE__
TILL_LATE_LIBRARY("libmicrohttpd.12.dylib", "libmicrohttpd.dylib")
#else
TILL_LATE_LIBRARY("libmicrohttpd.so.12")
#endif

bool till_mhd_is_there(void) { return find("MHD_start_daemon") != NULL; }

bool till_mhd_has_tls(void) {
  FUNCTION(MHD_is_feature_supported)
  return found && found(MHD_FEATURE_TLS) == MHD_YES;
}

struct MHD_Daemon *till_mhd_start(const struct till_mhd_settings *settings) {
  FUNCTION(MHD_start_daemon)
  errno = 0;
  if (!found) return NULL;
#ifdef __linux__
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD;
#else
  unsigned int flags = MHD_USE_POLL_INTERNAL_THREAD;
#endif
  flags |= MHD_USE_ITC | MHD_ALLOW_SUSPEND_RESUME;
  if (settings->address->sa_family == AF_INET6) flags |= MHD_USE_IPv6;
  if (settings->certificate) flags |= MHD_USE_TLS;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
      {MHD_OPTION_END, 0, NULL},
  };
  return found(flags, 0, NULL, NULL, settings->handle, settings->context,
               MHD_OPTION_SOCK_ADDR, settings->address,
               MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
               MHD_OPTION_CONNECTION_TIMEOUT, settings->timeout,
               MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memory_limit,
               MHD_OPTION_STRICT_FOR_CLIENT, 1,
               MHD_OPTION_URI_LOG_CALLBACK, settings->begin, settings->context,
               MHD_OPTION_NOTIFY_COMPLETED, settings->end, settings->context,
               MHD_OPTION_NOTIFY_CONNECTION, settings->connect, settings->context,
               MHD_OPTION_ARRAY, settings->certificate ? tls : tls + 2,
               MHD_OPTION_END);
}

void till_mhd_stop(struct MHD_Daemon *daemon) { DO(MHD_stop_daemon, daemon); }

MHD_socket till_mhd_quiesce(struct MHD_Daemon *daemon) { CALL(MHD_quiesce_daemon, -1, daemon); }

bool till_mhd_add(struct MHD_Daemon *daemon, int socket, const struct sockaddr *address, socklen_t length) {
  FUNCTION(MHD_add_connection)
  return found && found(daemon, socket, address, length) == MHD_YES;
}

uint16_t till_mhd_port(struct MHD_Daemon *daemon) {
  FUNCTION(MHD_get_daemon_info)
  const union MHD_DaemonInfo *info = found ? found(daemon, MHD_DAEMON_INFO_BIND_PORT) : NULL;
  return info ? info->port : 0;
}

const struct sockaddr *till_mhd_client(struct MHD_Connection *connection) {
  FUNCTION(MHD_get_connection_info)
  const union MHD_ConnectionInfo *info =
      found ? found(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS) : NULL;
  return info ? info->client_addr : NULL;
}

int till_mhd_descriptor(struct MHD_Connection *connection) {
  FUNCTION(MHD_get_connection_info)
  const union MHD_ConnectionInfo *info = found ? found(connection, MHD_CONNECTION_INFO_CONNECTION_FD) : NULL;
  return info ? info->connect_fd : -1;
}

size_t till_mhd_head_size(struct MHD_Connection *connection) {
  FUNCTION(MHD_get_connection_info)
  const union MHD_ConnectionInfo *info = found ? found(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE) : NULL;
  return info ? info->header_size : 0;
}

bool till_mhd_is_lenient(void) {
  FUNCTION(MHD_get_version)
  int patch = 0;
  return found && sscanf(found(), "0.9.%d", &patch) == 1 && patch < 77;
}

bool till_mhd_name(const struct sockaddr *address, char *name, size_t room) {
  const void *number = address->sa_family == AF_INET ? (const void *)&((const struct sockaddr_in *)address)->sin_addr
                                                     : &((const struct sockaddr_in6 *)address)->sin6_addr;
  return inet_ntop(address->sa_family, number, name, (socklen_t)room) != NULL;
}

void till_mhd_suspend(struct MHD_Connection *connection) { DO(MHD_suspend_connection, connection); }
void till_mhd_resume(struct MHD_Connection *connection) { DO(MHD_resume_connection, connection); }

void till_mhd_fields(struct MHD_Connection *connection, MHD_KeyValueIteratorN each, void *context) {
  DO(MHD_get_connection_values_n, connection, MHD_HEADER_KIND, each, context);
}

struct MHD_Response *till_mhd_response(size_t count, const void *bytes) {
  CALL(MHD_create_response_from_buffer, NULL, count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

struct truncated {
  size_t sent;
  char bytes[];
};

static ssize_t read_truncated(void *context, uint64_t place, char *buffer, size_t room) {
  const struct truncated *truncated = context;
  if (place >= truncated->sent) return MHD_CONTENT_READER_END_WITH_ERROR;
  size_t rest = truncated->sent - (size_t)place;
  size_t count = rest < room ? rest : room;
  memcpy(buffer, truncated->bytes + place, count);
  return (ssize_t)count;
}

struct MHD_Response *till_mhd_truncated_response(size_t count, const void *bytes, size_t sent) {
  FUNCTION(MHD_create_response_from_callback)
  struct truncated *truncated = found ? malloc(sizeof *truncated + sent) : NULL;
  if (!truncated) return NULL;
  truncated->sent = sent;
  memcpy(truncated->bytes, bytes, sent);
  struct MHD_Response *response = found(count, 4096, read_truncated, truncated, free);
  if (!response) free(truncated);
  return response;
}

void till_mhd_reset(struct MHD_Connection *connection) {
  int socket = till_mhd_descriptor(connection);
  if (socket < 0) return;
  // Linux resets the connection at once. On other systems closing the socket does it.
  struct linger linger = {1, 0};
  setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
  struct sockaddr nowhere = {.sa_family = AF_UNSPEC};
  connect(socket, &nowhere, sizeof nowhere);
}

struct MHD_Response *till_mhd_streamed_response(size_t block, MHD_ContentReaderCallback read, void *context,
                                                MHD_ContentReaderFreeCallback release) {
  CALL(MHD_create_response_from_callback, NULL, MHD_SIZE_UNKNOWN, block, read, context, release);
}

void till_mhd_add_field(struct MHD_Response *response, const char *name, const char *value) {
  DO(MHD_add_response_header, response, name, value);
}

enum MHD_Result till_mhd_queue(struct MHD_Connection *connection, unsigned int status,
                               struct MHD_Response *response) {
  CALL(MHD_queue_response, MHD_NO, connection, status, response);
}

void till_mhd_destroy(struct MHD_Response *response) { DO(MHD_destroy_response, response); }
