#pragma once
#include <string.h>

#include <openssl/bio.h>
#include <openssl/cms.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// The parts of OpenSSL that Swift cannot call: stacks and functions with variable arguments are macros.

/// Returns a new empty stack of certificates, or NULL without memory. Free it with `till_x509_stack_free`.
static inline STACK_OF(X509) * till_x509_stack_new(void) { return sk_X509_new_null(); }

/// Adds a certificate without taking a reference; returns false without memory.
static inline int till_x509_stack_push(STACK_OF(X509) * stack, X509 *certificate) {
  return sk_X509_push(stack, certificate) > 0;
}

/// Frees a stack, but not the certificates in it.
static inline void till_x509_stack_free(STACK_OF(X509) * stack) { sk_X509_free(stack); }

/// Frees a stack, and releases a reference to each certificate in it.
static inline void till_x509_stack_free_all(STACK_OF(X509) * stack) { sk_X509_pop_free(stack, X509_free); }

/// Returns the number of certificates in a stack; -1 for NULL.
static inline int till_x509_stack_count(const STACK_OF(X509) * stack) { return sk_X509_num(stack); }

/// Returns the certificate at an index, or NULL.
static inline X509 *till_x509_stack_at(const STACK_OF(X509) * stack, int index) { return sk_X509_value(stack, index); }

/// Returns a new key pair on a named curve, or NULL.
static inline EVP_PKEY *till_ec_key_new(const char *curve) { return EVP_EC_gen(curve); }

/// Returns the number of bytes in a memory BIO, and through `bytes` a pointer into it.
static inline long till_bio_contents(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

/// Frees memory that OpenSSL allocated for the caller.
static inline void till_free(void *memory) { OPENSSL_free(memory); }

/// Returns the reason in an error code, such as `PEM_R_NO_START_LINE`.
static inline int till_error_reason(unsigned long code) { return ERR_GET_REASON(code); }
