// Numbers as the expected lines write them.

/// A number with so many decimals at most, without trailing zeros and without negative zero.
func decimal(_ value: Double, places: Int = 3) -> String {
  guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
  var scale = 1
  for _ in 0..<places { scale *= 10 }
  let scaled = Int((abs(value) * Double(scale)).rounded())
  var fraction = String(scaled % scale)
  fraction = String(repeating: "0", count: places - fraction.count) + fraction
  while fraction.last == "0" { fraction.removeLast() }
  let sign = value < 0 && scaled != 0 ? "-" : ""
  return sign + String(scaled / scale) + (fraction.isEmpty ? "" : "." + fraction)
}

/// Seconds with exactly three decimals.
func stamp(microseconds: Int64) -> String {
  let milliseconds = (microseconds + 500) / 1000
  let fraction = String(milliseconds % 1000)
  return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
}
