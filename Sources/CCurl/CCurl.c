#define CURL_DISABLE_TYPECHECK
#include "CCurl.h"

#include "CLateLibrary.h"

#ifdef __APPLE__
TILL_LATE_LIBRARY("libcurl.4.dylib")
#else
TILL_LATE_LIBRARY("libcurl.so.4")
#endif

static CURLcode start_result = CURLE_FAILED_INIT;

static void start(void) {
  FUNCTION(curl_global_init)
  if (found) start_result = found(CURL_GLOBAL_DEFAULT);
}

bool till_curl_start(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, start);
  return start_result == CURLE_OK;
}

CURL *till_curl_easy_init(void) { CALL(curl_easy_init, NULL); }
void till_curl_easy_cleanup(CURL *handle) { DO(curl_easy_cleanup, handle); }
const char *till_curl_easy_strerror(CURLcode code) { CALL(curl_easy_strerror, "libcurl is not installed", code); }

#define SET(suffix, type) \
  CURLcode till_curl_set_##suffix(CURL *handle, CURLoption option, type value) { \
    CALL(curl_easy_setopt, CURLE_FAILED_INIT, handle, option, value); \
  }
SET(number, long)
SET(count, curl_off_t)
SET(text, const char *)
SET(data, void *)
SET(list, struct curl_slist *)
SET(sink, curl_write_callback)

long till_curl_status(CURL *handle) {
  long status = 0;
  DO(curl_easy_getinfo, handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

CURLM *till_curl_multi_init(void) { CALL(curl_multi_init, NULL); }
CURLMcode till_curl_multi_cleanup(CURLM *multi) { CALL(curl_multi_cleanup, CURLM_INTERNAL_ERROR, multi); }
CURLMcode till_curl_multi_add_handle(CURLM *multi, CURL *handle) {
  CALL(curl_multi_add_handle, CURLM_INTERNAL_ERROR, multi, handle);
}
CURLMcode till_curl_multi_remove_handle(CURLM *multi, CURL *handle) {
  CALL(curl_multi_remove_handle, CURLM_INTERNAL_ERROR, multi, handle);
}
CURLMcode till_curl_multi_perform(CURLM *multi, int *running) {
  CALL(curl_multi_perform, CURLM_INTERNAL_ERROR, multi, running);
}
CURLMcode till_curl_multi_poll(CURLM *multi, int milliseconds) {
  CALL(curl_multi_poll, CURLM_INTERNAL_ERROR, multi, NULL, 0, milliseconds, NULL);
}
CURLMcode till_curl_multi_wakeup(CURLM *multi) { CALL(curl_multi_wakeup, CURLM_INTERNAL_ERROR, multi); }
CURLMsg *till_curl_multi_info_read(CURLM *multi, int *left) { CALL(curl_multi_info_read, NULL, multi, left); }

struct curl_slist *till_curl_slist_append(struct curl_slist *list, const char *text) {
  CALL(curl_slist_append, NULL, list, text);
}
void till_curl_slist_free_all(struct curl_slist *list) { DO(curl_slist_free_all, list); }

CURLU *till_curl_url(void) { CALL(curl_url, NULL); }
void till_curl_url_cleanup(CURLU *url) { DO(curl_url_cleanup, url); }
CURLUcode till_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
  CALL(curl_url_set, CURLUE_OUT_OF_MEMORY, url, part, text, flags);
}
CURLUcode till_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
  CALL(curl_url_get, CURLUE_OUT_OF_MEMORY, url, part, text, flags);
}
void till_curl_free(void *bytes) { DO(curl_free, bytes); }

time_t till_curl_getdate(const char *text) { CALL(curl_getdate, -1, text, NULL); }
