extension ImageMetadata: CustomStringConvertible, CustomDebugStringConvertible {
    /// The file's kind, and what is there of size, camera, date, tags and problems, for logs; the wording may change.
    ///
    /// `jpeg, 4032 × 3024, Apple iPhone 4, 2023-04-19T10:11:12, 41 tags`. The place is left out: logs are read by
    /// others.
    public var description: String {
        let camera = [make, model].compactMap(\.self)
        let parts: [String?] = [
            format.rawValue, pixelSize.map { "\($0.width) × \($0.height)" },
            camera.isEmpty ? nil : camera.joined(separator: " "), captureDate?.description, "\(tags)",
            problems.isEmpty ? nil : "\(problems.count) problem\(problems.count == 1 ? "" : "s")",
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// As ``description``, without the bytes that values and packets stand in.
    public var debugDescription: String { description }
}
