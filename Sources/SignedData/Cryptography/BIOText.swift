import COpenSSL

/// What OpenSSL writes into a memory BIO, as text; nil when `write` does not return 1.
func textOfBIO(_ write: (OpaquePointer) -> Int32) -> String? {
  guard let bio = BIO_new(BIO_s_mem()) else { return nil }
  defer { BIO_free(bio) }
  guard write(bio) == 1 else { return nil }
  var start: UnsafeMutablePointer<CChar>?
  let count = till_bio_contents(bio, &start)
  return String(decoding: UnsafeRawBufferPointer(start: start, count: max(count, 0)), as: UTF8.self)
}
