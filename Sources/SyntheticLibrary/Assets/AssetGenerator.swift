import CameraRoll

/// Generates assets: pure functions of the seed and the asset's row.
///
/// Rows are in the order in which assets were added. Dates increase with the rows, evenly over fifteen years for any
/// number of assets; the pictures of a burst share one date, and a few assets have none.
struct AssetGenerator: Sendable {
    let seed: UInt64
    /// The number of generated assets; those inserted later follow them, and belong to no burst.
    let count: UInt32
    private let secondsPerRow: Double

    /// From September 1, 2010 to September 1, 2025, in seconds since 2001.
    private static let firstDate = 305_000_000.0
    private static let span = 473_000_000.0
    private static let burstSalt: UInt64 = 0xB0_0B57

    init(seed: UInt64, count: UInt32) {
        self.seed = seed
        self.count = count
        secondsPerRow = Self.span / Double(max(count, 1))
    }

    func traits(of row: UInt32) -> AssetTraits {
        AssetTraits(hash: SeededHash.hash(UInt64(row), seed: seed))
    }

    func flags(of row: UInt32) -> AssetFlags {
        let traits = traits(of: row)
        var flags: AssetFlags = traits.isFavorite ? .favorite : []
        if traits.isHidden { flags.insert(.hidden) }
        guard let burst = burst(of: row) else {
            flags.insert(traits.isVideo ? .video : .image)
            return flags
        }
        flags.formUnion([.image, .inBurst])
        if burst.representative == row { flags.insert(.representsBurst) }
        return flags
    }

    /// Seconds since 2001; `CreationDates.none` for the few assets without a date.
    func creationDate(of row: UInt32) -> Double {
        if let burst = burst(of: row) { return date(of: burst.rows.lowerBound) }
        return traits(of: row).hasDate ? date(of: row) : CreationDates.none
    }

    private func date(of row: UInt32) -> Double {
        let seconds = (Double(row) + traits(of: row).fractionOfSlot) * secondsPerRow
        return Self.firstDate + (seconds * 1000).rounded(.down) / 1000
    }
}

// MARK: - Bursts

extension AssetGenerator {
    /// A sequence of pictures taken at once.
    struct Burst {
        let rows: Range<UInt32>
        let representative: UInt32
    }

    /// The burst that contains a row: about every eleventh block of 16 rows has one of 3 to 12 pictures.
    func burst(of row: UInt32) -> Burst? {
        let blockStart = row & ~15
        let hash = SeededHash.hash(UInt64(blockStart), seed: seed, salt: Self.burstSalt)
        guard hash & 0xFF < 24 else { return nil }
        let length = 3 + UInt32(truncatingIfNeeded: hash >> 8 & 0xFFFF) % 10
        let start = blockStart + UInt32(truncatingIfNeeded: hash >> 24 & 0xFFFF) % (17 - length)
        // A burst cut off by the end of the library might have no representative, so it is omitted.
        guard start <= row, row < start + length, start + length <= count else { return nil }
        let representative = start + UInt32(truncatingIfNeeded: hash >> 40 & 0xFFFF) % length
        return Burst(rows: start..<start + length, representative: representative)
    }
}
