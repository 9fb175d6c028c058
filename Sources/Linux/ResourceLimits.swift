// The kernel's limits for this process.

import Glibc

/// Lets the process have as many descriptors as its hard limit allows.
package func raiseDescriptorLimit() {
  var limit = rlimit()
  guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
  limit.rlim_cur = limit.rlim_max
  _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

/// The number of descriptors that the process may have open.
package func descriptorLimit() -> Int {
  var limit = rlimit()
  guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
    return 1024
  }
  return Int(min(limit.rlim_cur, 1 << 20))
}
