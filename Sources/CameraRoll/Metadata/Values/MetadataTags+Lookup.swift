extension MetadataTags {
    /// The first value of a tag as a whole number.
    package func integer(_ id: UInt16, _ directory: MetadataTag.Directory) -> Int? {
        self[id, directory].flatMap { integers(of: $0)?.first }
    }

    /// The first value of a tag as an exact fraction.
    package func rational(_ id: UInt16, _ directory: MetadataTag.Directory) -> MetadataRational? {
        self[id, directory].flatMap { rationals(of: $0)?.first }
    }

    /// The text of a tag; nil where it is empty.
    package func text(_ id: UInt16, _ directory: MetadataTag.Directory) -> String? {
        guard let text = self[id, directory].flatMap({ text(of: $0) }), !text.isEmpty else { return nil }
        return text
    }
}
