/// A number as a file has it: a numerator over a denominator, kept exact.
public struct MetadataRational: Hashable, Sendable {
    /// What is divided.
    public let numerator: Int64
    /// By what; 0 in files that mean "unknown" or "infinite".
    public let denominator: Int64

    /// A number from its two parts.
    public init(_ numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The nearest double; nil where the denominator is 0.
    public var value: Double? {
        denominator == 0 ? nil : Double(numerator) / Double(denominator)
    }
}

extension MetadataRational: CustomStringConvertible {
    /// Numerator/denominator.
    public var description: String { "\(numerator)/\(denominator)" }
}

extension MetadataRational {
    /// A number from text as XMP has it: `28/10`, `2.8`, `7`; nil where it is none.
    init?(text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, let numerator = Int64(parts[0]), let denominator = Int64(parts[1]) {
            self.init(numerator, denominator)
        } else if let number = Int64(text) {
            self.init(number, 1)
        } else {
            self.init(decimal: text)
        }
    }

    /// A number with a decimal point, of 15 digits at most behind it.
    private init?(decimal text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count <= 15, let digits = Int64(parts[0] + parts[1]) else { return nil }
        guard parts[1].utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.init(digits, parts[1].reduce(1) { power, _ in power * 10 })
    }
}
