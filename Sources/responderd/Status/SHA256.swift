// SHA-256 as in FIPS 180-4, which no library of the daemon has.

import Linux

/// The hash of a file, as `sha256sum` prints it.
enum SHA256 {
  /// The 64 hexadecimal digits of the hash of these bytes.
  static func digits(of bytes: [UInt8]) -> String {
    var hash = start
    var schedule = [UInt32](repeating: 0, count: 64)
    let message = bytes + ending(after: bytes.count)
    for block in stride(from: 0, to: message.count, by: 64) {
      for index in 0..<16 {
        let first = block + 4 * index
        schedule[index] = message[first..<first + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<64 {
        let (far, near) = (schedule[index - 15], schedule[index - 2])
        let one = rotated(far, 7) ^ rotated(far, 18) ^ far >> 3
        let other = rotated(near, 17) ^ rotated(near, 19) ^ near >> 10
        schedule[index] = schedule[index - 16] &+ one &+ schedule[index - 7] &+ other
      }
      mix(schedule, into: &hash)
    }
    return hash.map { $0.hexadecimal(digits: 8) }.joined()
  }

  // A bit, zeros and the length in bits, up to whole blocks of 64 bytes.
  private static func ending(after count: Int) -> [UInt8] {
    var ending: [UInt8] = [0x80]
    ending += repeatElement(0, count: (119 - count % 64) % 64)
    for shift in stride(from: 56, through: 0, by: -8) {
      ending.append(UInt8(truncatingIfNeeded: (8 * count) >> shift))
    }
    return ending
  }

  private static func mix(_ schedule: [UInt32], into hash: inout [UInt32]) {
    var (a, b, c, d) = (hash[0], hash[1], hash[2], hash[3])
    var (e, f, g, h) = (hash[4], hash[5], hash[6], hash[7])
    for index in 0..<64 {
      let choice = e & f ^ ~e & g
      let majority = a & b ^ a & c ^ b & c
      let low = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let high = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let sum = h &+ low &+ choice &+ constants[index] &+ schedule[index]
      (h, g, f, e) = (g, f, e, d &+ sum)
      (d, c, b, a) = (c, b, a, sum &+ high &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= word }
  }

  private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let start: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}
