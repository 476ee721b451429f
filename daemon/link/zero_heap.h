// A way around a bug of libknet 1.25 (and of no other part of this program): when keys have a hash and no cipher, it
// leaves the block and salt sizes of its new crypto instance as malloc found them. Old memory then becomes sizes: every
// datagram gets a wrong length, or the process dies in the encryption. Seen with both crypto models and MALLOC_PERTURB_
// set.
#pragma once

namespace rondel::link {

// The next small blocks that this thread gets from malloc are zero behind their first 16 bytes.
void leave_zeroes_in_heap();

}  // namespace rondel::link
