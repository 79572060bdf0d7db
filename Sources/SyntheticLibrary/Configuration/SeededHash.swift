/// Pseudorandom numbers: the finalizer of SplitMix64, the same on every machine.
enum SeededHash {
    /// The distance between the numbers that a stream mixes: 2^64 divided by the golden ratio.
    static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

    static func mix(_ value: UInt64) -> UInt64 {
        var hash = value
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    /// The hash of a number in the stream of a seed; salts separate streams.
    static func hash(_ number: UInt64, seed: UInt64, salt: UInt64 = 0) -> UInt64 {
        mix(seed &+ salt &+ (number &+ 1) &* step)
    }

    /// The hash of a text.
    static func hash(_ text: String) -> UInt64 {
        text.utf8.reduce(0) { hash($0 ^ UInt64($1), seed: 0) }
    }
}

extension SeededHash {
    /// The number that `mix` maps to this hash.
    static func unmix(_ hash: UInt64) -> UInt64 {
        var value = hash
        value = value ^ (value >> 31) ^ (value >> 62)
        value = value &* 0x3196_42B2_D24D_8EC3
        value = value ^ (value >> 27) ^ (value >> 54)
        value = value &* 0x96DE_1B17_3F11_9089
        return value ^ (value >> 30) ^ (value >> 60)
    }
}

/// Pseudorandom numbers, the same in every run and on every machine: SplitMix64.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator; the seed may be negative.
    package init(seed: some BinaryInteger) {
        state = UInt64(truncatingIfNeeded: seed)
    }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= SeededHash.step
        return SeededHash.mix(state)
    }
}
