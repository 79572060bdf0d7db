import Foundation

/// Formats a time with a suitable unit.
func time(_ nanoseconds: UInt64) -> String {
    time(Double(nanoseconds))
}

/// Formats a time in nanoseconds with a suitable unit.
func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<0: "-\(time(-nanoseconds))"
    case ..<1_000: String(format: "%.1f ns", nanoseconds)
    case ..<1_000_000: String(format: "%.1f µs", nanoseconds / 1_000)
    case ..<1_000_000_000: String(format: "%.2f ms", nanoseconds / 1_000_000)
    default: String(format: "%.2f s", nanoseconds / 1_000_000_000)
    }
}

/// Formats a time in three digits, for a headline.
func briefTime(_ nanoseconds: Double) -> String {
    let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
    let unit = units.last { nanoseconds >= $0.1 } ?? units[0]
    let value = nanoseconds / unit.1
    return String(format: value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value) + " " + unit.0
}

/// Formats a difference of times in words.
func timeAbove(_ nanoseconds: Double) -> String {
    "\(time(abs(nanoseconds))) \(nanoseconds < 0 ? "less" : "more")"
}

/// Formats a ratio.
func ratio(_ value: Double) -> String {
    guard value >= 1_000, value < 1e15 else { return String(format: value < 10 ? "%.2f×" : "%.0f×", value) }
    return "\(grouped(Int(value.rounded())))×"
}

/// Formats a whole number with thousands separators.
func grouped(_ number: Int) -> String {
    var digits = String(number)
    var index = digits.endIndex
    while digits.distance(from: digits.startIndex, to: index) > 3 {
        index = digits.index(index, offsetBy: -3)
        digits.insert(",", at: index)
    }
    return digits
}

/// Formats an amount of memory.
func mebibytes(_ bytes: Int) -> String {
    String(format: "%.1f MiB", Double(bytes) / 1_048_576)
}

/// Formats a change of memory in words.
func mebibytesMore(_ bytes: Int) -> String {
    "\(mebibytes(abs(bytes))) \(bytes < 0 ? "less" : "more")"
}

/// Formats a fraction as a percentage.
func percent(_ share: Double) -> String {
    String(format: "%.1f %%", share * 100)
}
