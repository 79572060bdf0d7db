// Values by their tag's number, for tags that this package has no property for.

extension MetadataTags {
    /// The first value of a tag as a whole number, whatever numeric type it has; fractions are cut off.
    ///
    /// - Returns: the number; nil where there is no such tag, its value is no number, or too long to be kept.
    /// - Complexity: O(tags).
    public func integer(_ id: UInt16, _ directory: MetadataTag.Directory) -> Int? {
        self[id, directory].flatMap { firstInteger(of: $0) }
    }

    /// The first value of a tag as an exact fraction, whatever numeric type it has.
    ///
    /// - Returns: the fraction; nil where there is no such tag, its value is no number, or too long to be kept.
    /// - Complexity: O(tags).
    public func rational(_ id: UInt16, _ directory: MetadataTag.Directory) -> MetadataRational? {
        self[id, directory].flatMap { firstRational(of: $0) }
    }

    /// All values of a tag as whole numbers, as ``integers(of:)`` reads them.
    ///
    /// - Returns: the numbers; nil where there is no such tag, its values are no numbers, or too long to be kept.
    /// - Complexity: O(tags + values).
    public func integers(_ id: UInt16, _ directory: MetadataTag.Directory) -> [Int]? {
        self[id, directory].flatMap { integers(of: $0) }
    }

    /// All values of a tag as exact fractions, as ``rationals(of:)`` reads them.
    ///
    /// - Returns: the fractions; nil where there is no such tag, its values are no numbers, or too long to be kept.
    /// - Complexity: O(tags + values).
    public func rationals(_ id: UInt16, _ directory: MetadataTag.Directory) -> [MetadataRational]? {
        self[id, directory].flatMap { rationals(of: $0) }
    }

    /// The bytes of a tag's value, as ``bytes(of:)`` gives them.
    ///
    /// - Returns: the bytes; nil where there is no such tag, or it is too long to be kept.
    /// - Complexity: O(tags).
    public func bytes(_ id: UInt16, _ directory: MetadataTag.Directory) -> ArraySlice<UInt8>? {
        self[id, directory].flatMap { bytes(of: $0) }
    }

    /// The text of a tag, as ``text(of:)`` reads it.
    ///
    /// - Returns: the text; nil where there is no such tag, it is no text, empty, or too long to be kept.
    /// - Complexity: O(tags).
    public func text(_ id: UInt16, _ directory: MetadataTag.Directory) -> String? {
        guard let text = self[id, directory].flatMap({ text(of: $0) }), !text.isEmpty else { return nil }
        return text
    }

    /// The bytes of a tag's text up to its first zero; nil where ``text(_:_:)`` is.
    func textBytes(_ id: UInt16, _ directory: MetadataTag.Directory) -> ArraySlice<UInt8>? {
        guard let text = self[id, directory].flatMap({ textBytes(of: $0) }),
            text.contains(where: { $0 != UInt8(ascii: " ") })
        else { return nil }
        return text
    }

    /// The first value of a tag; unlike all values of one it costs no array.
    func firstInteger(of tag: MetadataTag) -> Int? {
        guard tag.count > 0, let bytes = bytes(of: tag) else { return nil }
        return integer(in: bytes, tag.type, at: bytes.startIndex)
    }

    private func firstRational(of tag: MetadataTag) -> MetadataRational? {
        guard tag.count > 0, let bytes = bytes(of: tag) else { return nil }
        return rational(in: bytes, tag.type, at: bytes.startIndex)
    }
}
