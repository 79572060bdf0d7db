extension MetadataRational {
    /// A double as the fraction that it is; nil where 64 bits are too few for that.
    init?(exactly number: Double) {
        guard number.isFinite else { return nil }
        var (top, bottom) = (number, Int64(1))
        while top != top.rounded(), bottom < 1 << 52 { (top, bottom) = (top * 2, bottom * 2) }
        guard let numerator = Int64(exactly: top) else { return nil }
        self.init(numerator, bottom)
    }
}
